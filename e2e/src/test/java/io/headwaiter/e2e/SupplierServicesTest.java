package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.apps.supplier.SupplierServices;
import io.headwaiter.load.workload.SupplierInteraction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The supplier and the load generator do not depend on each other, but mean the same messages. */
class SupplierServicesTest {
  @Test
  void loadAndShopAgreeOnServices() {
    assertThat(
            Arrays.stream(SupplierInteraction.values())
                .map(one -> one.label() + one.path() + one.replyName()))
        .containsExactlyElementsOf(
            Arrays.stream(SupplierServices.values())
                .map(service -> service.serviceName() + service.path() + service.replyName())
                .toList());
  }
}
