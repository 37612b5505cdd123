package io.headwaiter.cli;

import io.headwaiter.apps.supplier.BusinessLogic;
import io.headwaiter.apps.supplier.PaymentService;
import io.headwaiter.apps.supplier.RemoteServices;
import io.headwaiter.apps.supplier.ServiceTrust;
import io.headwaiter.apps.supplier.ShipmentService;
import io.headwaiter.apps.supplier.SupplierOptions;
import io.headwaiter.apps.supplier.SupplierScale;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Flags of {@code serve} for the supplier alone. */
final class SupplierFlags {
  @Option(
      names = "--customers",
      description = "Supplier: businesses that are customers, 10 to 10000000. Default: 1000.")
  private Integer customers;

  @Option(
      names = "--business-logic",
      description =
          "Supplier: light or heavy, which takes 6 ms of processor time for a transaction of the"
              + " workload. Default: light.")
  private BusinessLogic logic;

  @Option(
      names = "--payment-service",
      paramLabel = "URL",
      description =
          "Supplier: https://host:port of the supplier that authorises payments. Default: in this"
              + " process, without a call.")
  private URI payment;

  @Option(
      names = "--shipment-service",
      paramLabel = "URL",
      description =
          "Supplier: https://host:port of the supplier that ships orders. Default: in this process,"
              + " without a call.")
  private URI shipment;

  @Option(
      names = "--service-trust",
      paramLabel = "FILE",
      description =
          "Supplier: PEM or PKCS12 file with the certificates to trust of those two. Default: those"
              + " that the JVM trusts.")
  private Path trust;

  @Option(
      names = "--service-trust-password",
      paramLabel = "PASSWORD",
      description = "Supplier: password of that file, if it is PKCS12.")
  private String trustPassword;

  /** Throws if one of these flags is given: one that has no effect is a mistake. */
  void refuseAnyGiven(CommandLine line) {
    if (Stream.<Object>of(customers, logic, payment, shipment, trust, trustPassword)
        .anyMatch(Objects::nonNull)) {
      throw new ParameterException(
          line,
          "--customers, --business-logic, --payment-service, --shipment-service, --service-trust"
              + " and --service-trust-password are for --app supplier. Leave them out, or add it.");
    }
  }

  /**
   * Checks the flags before any work; throws an IllegalArgumentException with a sentence.
   *
   * @param items the number of items that another flag gives; null if it gives none
   */
  void check(CommandLine line, Integer items) {
    scale(items);
    if (trust != null && payment == null && shipment == null) {
      throw new ParameterException(
          line,
          "--service-trust is for calls of --payment-service and --shipment-service. Leave it out,"
              + " or add one.");
    }
    if (trustPassword != null && trust == null) {
      throw new ParameterException(
          line, "--service-trust-password is for --service-trust. Leave it out, or add that.");
    }
  }

  /**
   * Returns the amount of data.
   *
   * @param items the number of items that another flag gives; null if it gives none
   */
  SupplierScale scale(Integer items) {
    SupplierScale usual = SupplierScale.demo();
    return new SupplierScale(
        items == null ? usual.items() : items, customers == null ? usual.customers() : customers);
  }

  /**
   * Returns the kind of supplier; calls no service yet.
   *
   * @throws IOException with a sentence, when the trust store cannot be used
   */
  SupplierOptions options() throws IOException {
    SupplierOptions local = SupplierOptions.local(logic == null ? BusinessLogic.LIGHT : logic);
    if (payment == null && shipment == null) {
      return local;
    }
    SSLContext trusted =
        trust == null
            ? ServiceTrust.ofJvm()
            : ServiceTrust.of(trust, trustPassword == null ? "" : trustPassword);
    RemoteServices remote = new RemoteServices(trusted);
    PaymentService pays = payment == null ? local.payment() : remote.payment(payment);
    ShipmentService ships = shipment == null ? local.shipment() : remote.shipment(shipment);
    return new SupplierOptions(local.logic(), pays, ships);
  }
}
