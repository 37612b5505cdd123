package io.headwaiter.tls;

import java.io.ByteArrayOutputStream;
import java.util.List;

/** Hellos written by hand, which present any token. */
final class Hello13 {
  private Hello13() {}

  /** TLS 1.3 with these pre-shared key identities. */
  static byte[] withIdentities(List<byte[]> identities) {
    byte[][] ids = new byte[identities.size()][];
    byte[][] binders = new byte[identities.size()][];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = join(vector16(identities.get(i)), new byte[4]);
      binders[i] = vector8(new byte[32]);
    }
    byte[] psk = extension(41, join(vector16(join(ids)), vector16(join(binders))));
    byte[] versions = extension(43, new byte[] {2, 3, 4});
    byte[] modes = extension(45, new byte[] {1, 1});
    return hello(new byte[32], join(versions, modes, psk));
  }

  /** TLS 1.2 with a session id and, unless it is empty, a ticket. */
  static byte[] tls12(byte[] sessionId, byte[] ticket) {
    return hello(sessionId, ticket.length == 0 ? new byte[0] : extension(35, ticket));
  }

  private static byte[] hello(byte[] sessionId, byte[] extensions) {
    byte[] body =
        join(
            new byte[] {3, 3},
            new byte[32],
            vector8(sessionId),
            vector16(new byte[] {0x13, 0x02, 0x13, 0x01, (byte) 0xc0, 0x30, (byte) 0xc0, 0x2f}),
            vector8(new byte[1]),
            vector16(extensions));
    byte[] header = {1, 0, (byte) (body.length >> 8), (byte) body.length};
    return join(new byte[] {22, 3, 1}, vector16(join(header, body)));
  }

  private static byte[] extension(int type, byte[] content) {
    return join(new byte[] {0, (byte) type}, vector16(content));
  }

  private static byte[] vector8(byte[] content) {
    return join(new byte[] {(byte) content.length}, content);
  }

  private static byte[] vector16(byte[] content) {
    return join(new byte[] {(byte) (content.length >> 8), (byte) content.length}, content);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
