package io.headwaiter.tls;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.tls.SuiteChoice.Tls13Preference;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the door pays to know a ticket, on its own thread. The tickets are made here as BoringSSL
 * makes them, which is why this stands in the package that knows how; so are their sessions, of the
 * length of one without a client certificate. The longest is a forgery under a genuine name.
 *
 * <pre>
 *   claim -> realm of the host -> key by name -> HMAC-SHA256 -> AES-128-CBC -> version, end
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
@NullUnmarked // JMH sets the fields.
public class TicketBenchmark {
  private static final String HOST = "shop.example";
  private static final int KEYS_IN_FORCE = 3;
  private static final int SESSION_SECONDS = 86_400;
  // Of a length that a ticket can have, and a hello with it.
  private static final int LONGEST_BYTES = 16_128;

  /** What is presented. */
  @Param({"genuine", "forged", "longest", "stranger"})
  public String ticket;

  private final SecureRandom random = new SecureRandom();
  private TicketSessionVerifier verifier;
  private ResumptionClaim claim;

  /** Makes the keys, and a hello of TLS 1.2 with the ticket. */
  @Setup
  public void present() throws Exception {
    TicketKey[] keys = new TicketKey[KEYS_IN_FORCE];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new TicketKey(random(16), random(16), random(16));
    }
    TicketRealm realm =
        new TicketRealm(List.of(keys), System::currentTimeMillis, new VisitNames(8));
    SuiteChoice suites =
        new SuiteChoice(
            List.of("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), false, Tls13Preference.UNKNOWN);
    TicketHost shop = new TicketHost(realm, suites, SESSION_SECONDS);
    verifier = new TicketSessionVerifier(host -> Optional.of(shop));
    byte[] token = seal(keys[0], session());
    if (ticket.equals("longest")) {
      token = Arrays.copyOf(token, LONGEST_BYTES);
    }
    if (ticket.equals("stranger")) {
      token = random(token.length);
    } else if (ticket.equals("forged")) {
      token[token.length - 1] ^= 1;
    }
    claim = claim(token);
    if (verifier.isKnown(claim, HOST) != ticket.equals("genuine")) {
      throw new IllegalStateException("a " + ticket + " ticket is not told as its name says");
    }
  }

  /** All of it. */
  @Benchmark
  public boolean isKnown() {
    return verifier.isKnown(claim, HOST);
  }

  private byte[] random(int bytes) {
    byte[] b = new byte[bytes];
    random.nextBytes(b);
    return b;
  }

  /** The fields in front of those that are read, with a secret of 48 bytes. */
  private byte[] session() {
    long seconds = System.currentTimeMillis() / 1000;
    byte[] time = ByteBuffer.allocate(4).putInt((int) seconds).array();
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(new byte[] {2, 1, 1, 2, 2, 3, 3, 4, 2, (byte) 0xc0, 0x2f, 4, 0});
    fields.writeBytes(new byte[] {4, 48});
    fields.writeBytes(random(48));
    fields.writeBytes(new byte[] {(byte) 0xa1, 6, 2, 4});
    fields.writeBytes(time);
    fields.writeBytes(new byte[] {(byte) 0xa2, 5, 2, 3, 1, 0x51, (byte) 0x80});
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(new byte[] {0x30, (byte) fields.size()});
    all.writeBytes(fields.toByteArray());
    return all.toByteArray();
  }

  private byte[] seal(TicketKey key, byte[] session) throws Exception {
    byte[] iv = random(16);
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key.aesKey(), "AES"), new IvParameterSpec(iv));
    ByteArrayOutputStream sealed = new ByteArrayOutputStream();
    sealed.writeBytes(key.name());
    sealed.writeBytes(iv);
    sealed.writeBytes(cipher.doFinal(session));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.macKey(), "HmacSHA256"));
    sealed.writeBytes(mac.doFinal(sealed.toByteArray()));
    return sealed.toByteArray();
  }

  private ResumptionClaim claim(byte[] token) {
    ByteBuffer hello = ByteBuffer.allocate(5 + 4 + 2 + 32 + 1 + 4 + 2 + 2 + 4 + token.length);
    int body = hello.capacity() - 5 - 4;
    hello.put(new byte[] {22, 3, 1}).putShort((short) (body + 4)).putInt(1 << 24 | body);
    hello.put(new byte[] {3, 3}).put(random(32)).put((byte) 0);
    hello.put(new byte[] {0, 2, (byte) 0xc0, 0x2f, 1, 0});
    hello.putShort((short) (4 + token.length)).putShort((short) 35);
    hello.putShort((short) token.length).put(token).flip();
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    if (parser.parse(hello) != ClientHelloParser.Status.COMPLETE) {
      throw new IllegalStateException("no hello");
    }
    return ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true);
  }
}
