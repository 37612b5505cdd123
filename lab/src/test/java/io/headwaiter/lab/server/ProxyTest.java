package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.study.HaproxyKnobs;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxyTest {
  private static final ProxySetting SETTING =
      new ProxySetting(
          8443,
          8080,
          Path.of("/t/c.pem"),
          Path.of("/t/k.pem"),
          Path.of("/t/b.pem"),
          Path.of("/t"),
          Duration.ofMillis(300),
          ProxyLimits.NONE);

  @TempDir private Path folder;

  @Test
  void haproxyEndsTlsAndKeepsItsConnections() {
    assertThat(Proxy.HAPROXY.configuration(SETTING))
        .contains("bind 127.0.0.1:8443 ssl crt /t/b.pem")
        .contains("server tomcat 127.0.0.1:8080")
        .contains("nbthread 1")
        .contains("timeout http-keep-alive 300ms")
        .contains("http-reuse always");
  }

  @Test
  void haproxyBoundsWhatItIsTold() {
    ProxyLimits limits = new ProxyLimits(50, 10, 100);
    ProxySetting bounded =
        new ProxySetting(
            8443,
            8080,
            SETTING.certificate(),
            SETTING.key(),
            SETTING.both(),
            SETTING.folder(),
            SETTING.keepAlive(),
            limits);
    assertThat(Proxy.HAPROXY.configuration(bounded))
        .contains("  maxsslrate 50\n  tune")
        .contains("b.pem backlog 100\n")
        .contains("pool-max-conn 1000 maxconn 10\n");
    assertThat(Proxy.HAPROXY.configuration(SETTING))
        .contains("backlog 4096\n", "pool-max-conn 1000\n")
        .doesNotContain("maxsslrate", "1000 maxconn");
  }

  @Test
  void nginxEndsTlsAndKeepsItsConnections() {
    String text = Proxy.NGINX.configuration(SETTING);
    assertThat(text)
        .contains("listen 127.0.0.1:8443 ssl")
        .contains("server 127.0.0.1:8080;")
        .contains("keepalive_timeout 300ms;")
        .contains("ssl_certificate /t/c.pem;")
        .contains("ssl_certificate_key /t/k.pem;")
        .contains("proxy_set_header Connection \"\";");
    assertThat(text.chars().filter(c -> c == '{').count())
        .isEqualTo(text.chars().filter(c -> c == '}').count());
  }

  @Test
  void nginxWithoutShopAnswersByItself() {
    String text =
        Proxy.NGINX.configuration(
            new ProxySetting(
                8443,
                /* shopPort= */ 0,
                SETTING.certificate(),
                SETTING.key(),
                SETTING.both(),
                SETTING.folder(),
                SETTING.keepAlive(),
                ProxyLimits.NONE));
    assertThat(text)
        .contains("listen 127.0.0.1:8443 ssl")
        .contains("return 200 \"A page")
        .doesNotContain("upstream", "proxy_pass");
    assertThat(text.chars().filter(c -> c == '{').count())
        .isEqualTo(text.chars().filter(c -> c == '}').count());
  }

  @Test
  void aMissingProxySaysHowToGetIt() {
    assertThat(Proxy.NGINX.missing()).contains("apt-get install nginx");
  }

  @Test
  void aShellSaysReadyAndBecomesTheProxy() throws Exception {
    List<String> command = ServerProcess.announced("READY https://127.0.0.1:1/", List.of("env"));
    assertThat(new ProcessBuilder(command).start().inputReader().readLine())
        .isEqualTo("READY https://127.0.0.1:1/");
  }

  @Test
  void certificateAndKeyAreWrittenForTheirOwnerOnly() throws Exception {
    PemFiles files = PemFiles.write(Keystore.create(folder), folder);
    for (Path file : List.of(files.certificate(), files.key(), files.both())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    try (InputStream in = Files.newInputStream(files.both())) {
      assertThat(CertificateFactory.getInstance("X.509").generateCertificate(in)).isNotNull();
    }
    assertThat(Files.readString(files.key())).startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(Files.readString(files.both()))
        .isEqualTo(Files.readString(files.certificate()) + Files.readString(files.key()));
  }

  @Test
  void everySettingOfTheSearchIsALineOfTheConfiguration() {
    Map<String, Double> setting = new HashMap<>();
    HaproxyKnobs.behindBest(ServerSpec.stock(), 1, 1).tuning().knobs().stream()
        .map(spec -> spec.knob(60, KnobSpec.Wider.NOT))
        .forEach(knob -> setting.put(knob.name(), knob.levels().get(1)));
    assertThat(configuration(ProxyLimits.of(setting)))
        .contains("\n  maxsslrate 18\n")
        .contains(" backlog 32\n")
        .contains("\n  rate-limit sessions 21\n")
        .contains("\n  maxconn 32\n  default_backend shop\n")
        .contains("\n  timeout queue 100ms\n")
        .contains(" pool-max-conn 1000 maxconn 8\n");
    assertThat(configuration(ProxyLimits.NONE))
        .doesNotContain("maxsslrate", "rate-limit", "timeout queue", "1000 maxconn")
        .contains("backlog 4096\n  default_backend shop\nbackend shop\n  server tomcat");
  }

  private static String configuration(ProxyLimits limits) {
    Path none = Path.of("/t/none.pem");
    return Proxy.HAPROXY.configuration(
        new ProxySetting(
            8443, 8080, none, none, none, Path.of("/t"), Duration.ofMillis(300), limits));
  }
}
