package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SupplierWorkloadTest {
  private static final SupplierSite SITE = new SupplierSite(1000, 500);
  private static final int VISITS = 4000;

  private static Workload workload(SupplierFormat format) {
    return new SupplierWorkload(format, SITE, 1000);
  }

  /** Returns the requests of one visit. */
  private static List<Step> visit(Workload workload, SplittableRandom random) {
    Customer customer = workload.newCustomer(random);
    List<Step> steps = new ArrayList<>();
    for (Optional<Step> step = customer.next(0); step.isPresent(); step = customer.next(0)) {
      steps.add(step.get());
    }
    assertThat(customer.next(0)).isEmpty();
    return steps;
  }

  @Test
  void sharesSumToHundredPercent() {
    assertThat(Stream.of(SupplierInteraction.values()).mapToInt(SupplierInteraction::percent).sum())
        .isEqualTo(100);
  }

  @Test
  void simulatedVisitsHaveSharesAndMeanLength() {
    Workload workload = workload(SupplierFormat.JSON);
    SplittableRandom random = new SplittableRandom(9);
    Map<SupplierInteraction, Integer> counts = new EnumMap<>(SupplierInteraction.class);
    double total = 0;
    for (int i = 0; i < VISITS; i++) {
      for (Step step : visit(workload, random)) {
        counts.merge((SupplierInteraction) step.interaction(), 1, Integer::sum);
        total++;
      }
    }
    for (SupplierInteraction one : SupplierInteraction.values()) {
      assertThat(100 * counts.get(one) / total)
          .as(one.label())
          .isCloseTo(one.percent(), within(0.1 + 0.03 * one.percent()));
    }
    assertThat(total / VISITS).isCloseTo(SupplierWorkload.MEAN_REQUESTS, within(1.0));
  }

  @Property(tries = 40)
  void visitIsDeterminedBySeed(@ForAll long seed, @ForAll SupplierFormat format) {
    Workload workload = workload(format);
    List<Step> one = visit(workload, new SplittableRandom(seed));
    assertThat(visit(workload, new SplittableRandom(seed))).isEqualTo(one);
    List<String> targets = one.stream().map(Step::target).toList();
    SupplierFormat other = format == SupplierFormat.JSON ? SupplierFormat.XML : SupplierFormat.JSON;
    assertThat(visit(workload(other), new SplittableRandom(seed)))
        .extracting(Step::target)
        .isEqualTo(targets);
    for (Step step : one) {
      assertThat(step.target()).isEqualTo(step.interaction().path());
      assertThat(step.interaction().method()).isEqualTo("POST");
      assertThat(step.body().text()).matches("[ -~]+");
    }
  }

  /** Returns one request of each kind. */
  private static Map<SupplierInteraction, Step> oneOfEach(SupplierFormat format) {
    Map<SupplierInteraction, Step> steps = new EnumMap<>(SupplierInteraction.class);
    SplittableRandom random = new SplittableRandom(3);
    while (steps.size() < SupplierInteraction.values().length) {
      for (Step step : visit(workload(format), random)) {
        steps.put((SupplierInteraction) step.interaction(), step);
      }
    }
    return steps;
  }

  @Test
  void jsonBodiesHoldTheirMessages() throws Exception {
    for (Map.Entry<SupplierInteraction, Step> one : oneOfEach(SupplierFormat.JSON).entrySet()) {
      RequestBody body = one.getValue().body();
      assertThat(body.contentType()).isEqualTo("application/json");
      JsonNode message = new ObjectMapper().readTree(body.bytes());
      assertThat(message.size()).isEqualTo(1);
      assertThat(message.get(one.getKey().label()).isObject()).isTrue();
      if (one.getKey() == SupplierInteraction.CREATE_ORDER) {
        checkOrder(message.get("CreateOrder"));
      }
    }
  }

  private static void checkOrder(JsonNode order) {
    int customer = order.get("customerId").asInt();
    assertThat(customer).isBetween(1, SITE.customers());
    assertThat(order.get("password").asText()).isEqualTo("password" + customer);
    assertThat(order.get("lines").size()).isBetween(1, 5);
    Set<Integer> items = new HashSet<>();
    for (JsonNode line : order.get("lines")) {
      assertThat(line.get("itemId").asInt()).isBetween(1, SITE.items());
      assertThat(line.get("quantity").asInt()).isBetween(1, 10);
      items.add(line.get("itemId").asInt());
    }
    assertThat(items).hasSize(order.get("lines").size());
  }

  @Test
  void xmlBodiesHoldTheirMessages() throws Exception {
    for (Map.Entry<SupplierInteraction, Step> one : oneOfEach(SupplierFormat.XML).entrySet()) {
      RequestBody body = one.getValue().body();
      assertThat(body.contentType()).startsWith("text/xml");
      XMLStreamReader in =
          XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(body.text()));
      List<String> names = new ArrayList<>();
      while (in.hasNext()) {
        if (in.next() == XMLStreamReader.START_ELEMENT) {
          names.add(in.getLocalName());
        }
      }
      assertThat(names).startsWith("Envelope", "Body", one.getKey().label());
      assertThat(names.size()).isGreaterThan(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void clientBecomesNewCustomer(SupplierFormat format) {
    Customer customer = workload(format).newCustomer(new SplittableRandom(1));
    String reply =
        format == SupplierFormat.JSON
            ? "{\"NewCustomerResponse\":{\"customerId\":4711,\"discount\":0.10}}"
            : "<NewCustomerResponse><customerId>4711</customerId></NewCustomerResponse>";
    byte[] page = reply.getBytes(StandardCharsets.UTF_8);
    assertThat(customer.read(SupplierInteraction.NEW_CUSTOMER, page, page.length)).isTrue();
    assertThat(customer.read(SupplierInteraction.CREATE_ORDER, page, page.length)).isFalse();
    for (Optional<Step> step = customer.next(0); step.isPresent(); step = customer.next(0)) {
      if (step.get().interaction() == SupplierInteraction.CREATE_ORDER) {
        assertThat(step.get().body().text()).contains("4711", "opensesame");
      }
    }
  }

  @Test
  void visitEndsAtBound() {
    Workload bounded = new SupplierWorkload(SupplierFormat.JSON, SITE, 3);
    SplittableRandom random = new SplittableRandom(5);
    int longest = 0;
    for (int i = 0; i < 100; i++) {
      longest = Math.max(longest, visit(bounded, random).size());
    }
    assertThat(longest).isEqualTo(3);
  }

  @Test
  void impossibleSitesAreRefused() {
    assertThatThrownBy(() -> new SupplierSite(0, 10)).hasMessageContaining("0 customers");
    assertThatThrownBy(() -> new SupplierSite(1, 9)).hasMessageContaining("9 items");
    assertThatThrownBy(() -> new SupplierWorkload(SupplierFormat.XML, SITE, 0))
        .hasMessageContaining("is 0; give at least 1");
  }
}
