package io.headwaiter.tomcat;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Modified hellos. */
public final class TestHellos {
  private TestHellos() {}

  /** Returns the same hello with a token that the server did not issue. */
  public static byte[] forged(byte[] hello) {
    byte[] forged = hello.clone();
    forged[indexOf(hello, token(hello)) + 5] ^= 1;
    return forged;
  }

  /** Returns the same hello of TLS 1.3 with psk_ke as the only psk_key_exchange_modes. */
  public static byte[] withPskKeOnly(byte[] hello) {
    byte[] bent = hello.clone();
    byte[] pskDheKe = {0, 45, 0, 2, 1, 1};
    bent[indexOf(hello, pskDheKe) + pskDheKe.length - 1] = 0;
    return bent;
  }

  /** Returns protocol names that make a hello about this large. */
  public static String[] protocolNames(int bytes) {
    int filler = Math.max(0, (bytes - 300) / 201);
    String[] names = new String[filler + 1];
    names[0] = "http/1.1";
    for (int i = 0; i < filler; i++) {
      names[i + 1] = "x".repeat(196) + String.format("%04d", i);
    }
    return names;
  }

  static int indexOf(byte[] all, byte[] part) {
    for (int at = 0; at + part.length <= all.length; at++) {
      if (Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    throw new AssertionError("not found");
  }

  private static byte[] token(byte[] hello) {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    parser.parse(ByteBuffer.wrap(hello));
    return ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true).tokens().get(0);
  }
}
