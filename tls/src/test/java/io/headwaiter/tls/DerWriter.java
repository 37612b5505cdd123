package io.headwaiter.tls;

import java.io.ByteArrayOutputStream;

/** Writes DER by hand. */
final class DerWriter {
  private DerWriter() {}

  static byte[] tagged(int tag, byte[] value) {
    int n = value.length;
    byte[] head =
        n < 128
            ? new byte[] {(byte) tag, (byte) n}
            : new byte[] {(byte) tag, (byte) 0x82, (byte) (n >> 8), (byte) n};
    return join(head, value);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
