package io.headwaiter.core.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.proxy.ProxyHeader.Status;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {
  private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
  // As HAProxy and Envoy send it.
  private static final String IPV4 = SIGNATURE + "2111000c" + "7f0000017f000001d2244919";
  private static final String IPV6 =
      SIGNATURE
          + "21210024"
          + "20010db8000000000000000000000007"
          + "20010db8000000000000000000000008"
          + "d2244919";

  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }

  private static Status status(String hex) {
    return ProxyHeader.read(bytes(hex)).status();
  }

  @Test
  void readsAddressAndPortOfIpv4() {
    ProxyHeader header = ProxyHeader.read(bytes(IPV4 + "160301"));
    assertThat(header.status()).isEqualTo(Status.COMPLETE);
    assertThat(header.length()).isEqualTo(28);
    assertThat(header.source()).containsExactly(127, 0, 0, 1);
    assertThat(header.sourcePort()).isEqualTo(0xd224);
  }

  @Test
  void readsAddressAndPortOfIpv6() {
    ProxyHeader header = ProxyHeader.read(bytes(IPV6));
    assertThat(header.status()).isEqualTo(Status.COMPLETE);
    assertThat(header.length()).isEqualTo(52);
    assertThat(HexFormat.of().formatHex(header.source()))
        .isEqualTo("20010db8000000000000000000000007");
    assertThat(header.sourcePort()).isEqualTo(0xd224);
  }

  @Test
  void localConnectionHasNoAddressWhateverFollows() {
    ProxyHeader header = ProxyHeader.read(bytes(SIGNATURE + "20000003" + "ffffff"));
    assertThat(header.status()).isEqualTo(Status.COMPLETE);
    assertThat(header.length()).isEqualTo(19);
    assertThat(header.source()).isNull();
    assertThat(ProxyHeader.read(bytes(SIGNATURE + "21000000")).source()).isNull();
  }

  @Test
  void skipsFieldsOfAllTypes() {
    String fields = "01000268" + "32" + "040003000000";
    ProxyHeader header =
        ProxyHeader.read(bytes(SIGNATURE + "21110017" + IPV4.substring(32) + fields));
    assertThat(header.status()).isEqualTo(Status.COMPLETE);
    assertThat(header.length()).isEqualTo(16 + 0x17);
  }

  @Test
  void comparesChecksum() {
    ByteBuffer header = bytes(SIGNATURE + "21110013" + IPV4.substring(32) + "03000400000000");
    CRC32C checksum = new CRC32C();
    checksum.update(header.duplicate());
    header.putInt(header.limit() - 4, (int) checksum.getValue());
    assertThat(ProxyHeader.read(header).status()).isEqualTo(Status.COMPLETE);
    int typeAt = 28; // with another type the field is no checksum
    for (int i = 13; i < header.limit(); i += i + 1 == typeAt ? 2 : 1) {
      byte right = header.get(i);
      header.put(i, (byte) (right ^ 0x40));
      assertThat(ProxyHeader.read(header).status()).as("byte %d", i).isNotEqualTo(Status.COMPLETE);
      header.put(i, right);
    }
  }

  @Test
  void everyBeginningNeedsMore() {
    for (int digits = 0; digits < IPV6.length(); digits += 2) {
      assertThat(status(IPV6.substring(0, digits))).as("%d", digits).isEqualTo(Status.NEED_MORE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "160301", // a TLS record
        "50524f58592054435034", // version 1
        "0d0a0d0a000d0a515549540b",
        "00"
      })
  void otherBytesAreNoHeader(String hex) {
    assertThat(status(hex)).isEqualTo(Status.MISSING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "11", // another version
        "22", // another command
        "21120000", // UDP
        "2131" + "00d8", // a UNIX socket, too long for its bytes but refused when complete
        "2111000b" + "7f0000017f000001d22449", // a byte short
        "21210023" + "20010db800000000000000000000000720010db8000000000000000000000008d22449",
        "21110219", // over the limit
        "2111ffff",
        "2111000d" + "7f0000017f000001d224491900", // a field without its length
        "21110010" + "7f0000017f000001d224491901000200" // a field that goes beyond the end
      })
  void defectsAreTold(String rest) {
    String whole = SIGNATURE + rest;
    String padded = rest.startsWith("2131") ? whole + "00".repeat(0xd8) : whole;
    assertThat(status(padded)).isEqualTo(Status.DEFECTIVE);
  }

  @Test
  void arbitraryBytesNeverThrowAndNeverExceedLimit() {
    Random random = new Random(11);
    byte[] prefix = HexFormat.of().parseHex(SIGNATURE);
    for (int i = 0; i < 200_000; i++) {
      byte[] any = new byte[random.nextInt(80)];
      random.nextBytes(any);
      if (random.nextInt(8) > 0) {
        System.arraycopy(prefix, 0, any, 0, Math.min(prefix.length, any.length));
        if (any.length > 15) {
          any[12] = (byte) (0x20 + random.nextInt(2));
          any[13] = (byte) (random.nextBoolean() ? 0x11 : 0x21);
          any[14] = 0;
          any[15] = (byte) random.nextInt(any.length);
        }
      }
      ProxyHeader header = ProxyHeader.read(ByteBuffer.wrap(any));
      assertThat(header.length()).isLessThanOrEqualTo(any.length);
      if (header.status() != Status.COMPLETE) {
        assertThat(header.length()).isZero();
        assertThat(header.source()).isNull();
      }
    }
  }

  @Test
  void bufferIsLeftAsItWas() {
    ByteBuffer bytes = bytes("ffff" + IPV4 + "ff").position(2);
    assertThat(ProxyHeader.read(bytes).status()).isEqualTo(Status.COMPLETE);
    assertThat(bytes.position()).isEqualTo(2);
    assertThat(bytes.limit()).isEqualTo(31);
  }
}
