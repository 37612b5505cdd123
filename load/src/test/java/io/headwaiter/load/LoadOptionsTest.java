package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.load.workload.EndReading;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PlainWorkload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LoadOptionsTest {
  private static final URI TARGET = URI.create("https://localhost:8443");

  private static void refused(UnaryOperator<LoadOptionsBuilder> change, String... words) {
    LoadOptionsBuilder builder = change.apply(LoadOptions.builder(TARGET));
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void defaultsAreValid() {
    LoadOptions options = LoadOptions.builder(TARGET).build();
    assertThat(options.arrivals().ratePerSecond()).isEqualTo(10);
    assertThat(options.visit().thinkMeanMillis()).isEqualTo(7000);
    assertThat(options.visit().onFailure()).isEqualTo(OnFailure.GIVE_UP);
  }

  @Test
  void copyIsEqual() {
    LoadOptions options =
        LoadOptions.builder(TARGET)
            .endReading(EndReading.FITTED)
            .meanRequests(30)
            .seed(9)
            .imageConnections(4)
            .onFailure(OnFailure.COME_BACK_AS_NEW)
            .tlsVersions(TlsVersions.TLS_1_2)
            .resumeShare(0.5)
            .maxSessions(77)
            .sourceAddresses(3)
            .httpVersion(HttpVersion.HTTP_2)
            .cachedShare(0.25)
            .group("P-256")
            .checkCertificates("pem")
            .part(2, 3)
            .build();
    assertThat(options.toBuilder().build()).isEqualTo(options);
    assertThat(options.withRatePerSecond(50).arrivals().ratePerSecond()).isEqualTo(50);
    LoadOptions closed = LoadOptions.builder(TARGET).closedPopulation(5).build();
    assertThat(closed.toBuilder().build()).isEqualTo(closed);
    LoadOptions bursty =
        LoadOptions.builder(TARGET).arrivals(ArrivalKind.BURSTY, 5).bursts(1.5, 30).build();
    assertThat(bursty.toBuilder().build()).isEqualTo(bursty);
    assertThat(bursty.arrivals().dispersion()).isEqualTo(30);
    assertThat(options.arrivals().dispersion()).isZero();
  }

  @Test
  void plainCustomersReplaceMix() {
    PlainWorkload customers = new PlainWorkload(8, false, List.of("/"), List.of("/a.css"));
    LoadOptions options =
        LoadOptions.builder(TARGET).plain(customers).imageConnections(6).burstRequests(2).build();
    assertThat(options.workload()).isEqualTo(new WorkloadOptions.Plain(customers));
    assertThat(options.toBuilder().build()).isEqualTo(options);
    assertThat(options.toBuilder().plain(null).build().workload())
        .isInstanceOf(WorkloadOptions.Shop.class);
    refused(b -> b.plain(customers), "imageConnections is 0", "leave the assets out");
  }

  @Test
  void rejectsValuesOutOfRangeWithAllowedRange() {
    refused(b -> b.ratePerSecond(0), "ratePerSecond is 0.0", "0.001 to 100000");
    refused(b -> b.ratePerSecond(Double.NaN), "ratePerSecond is NaN");
    refused(b -> b.arrivals(ArrivalKind.BURSTY, 5).bursts(2.5, 9), "burstFactor is 2.5");
    refused(b -> b.arrivals(ArrivalKind.BURSTY, 5).bursts(1.5, 1), "dispersion is 1.0", "1.01 to");
    refused(b -> b.mix(Mix.BOOKSTORE_LOAD_1).burstRequests(2), "burstRequests is 2", "bookstore");
    refused(b -> b.mix(Mix.BOOKSTORE_SHOPPING).endReading(EndReading.ORIGINAL), "endReading");
    refused(b -> b.closedPopulation(0), "clients is 0", "1 to 100000");
    refused(b -> b.closedPopulation(5).ratePerSecond(3), "closed population");
    refused(
        b -> b.endReading(EndReading.FITTED).meanRequests(0.5), "meanRequests", "1.0 to 1000000.0");
    refused(b -> b.maxRequests(1001), "maxRequests is 1001");
    refused(b -> b.patience(Duration.ofMillis(9)), "patience is 9 ms", "10 ms to 3600 s");
    refused(b -> b.thinkMean(Duration.ofMillis(-1)), "thinkMean");
    refused(b -> b.thinkScale(-1), "thinkScale");
    refused(b -> b.resumeShare(1.1), "resumeShare is 1.1", "0.0 to 1.0");
    refused(b -> b.burstRequests(4).newConnectionPerRequest(true), "burstRequests");
    refused(b -> b.patience(Duration.ofNanos(1)), "patience is 1 ms");
    refused(b -> b.cachedShare(2), "cachedShare is 2.0");
    refused(b -> b.imageConnections(17), "imageConnections is 17", "0 to 16");
    refused(b -> b.httpVersion(HttpVersion.HTTP_2).imageConnections(101), "0 to 100");
    refused(b -> b.httpVersion(HttpVersion.HTTP_2).burstRequests(2), "HTTP/2", "HTTP/1.1");
    refused(b -> b.part(4, 3), "part is 4", "1 to 3");
    refused(b -> b.tlsVersions(null), "tlsVersions is null");
    refused(b -> b.eventLoops(0), "eventLoops");
    refused(b -> b.duration(Duration.ofMillis(1)), "duration is 1 ms");
    refused(b -> b.maxConcurrentSessions(0), "maxConcurrentSessions");
  }

  @Test
  void rejectsUnsupportedTargets() {
    for (String target : new String[] {"ftp://localhost:80", "https:///x", "https://h:70000"}) {
      assertThatThrownBy(() -> LoadOptions.builder(URI.create(target)).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("https or http URL");
    }
    assertThatThrownBy(() -> LoadOptions.builder(URI.create("https://h:1/Home")).build())
        .hasMessageContaining("/Home");
  }
}
