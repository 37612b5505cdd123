package io.headwaiter.apps.bookstore;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * The pictures of the books: valid PNG files of exact sizes. A thumbnail has 5 KiB; a picture has
 * 5, 10, 50, 100 or 250 KiB for 45, 35, 15, 4 and 1 % of the books, which are TPC-W's figures from
 * memory. A file is one grey rectangle and filler that no viewer shows.
 */
final class Pictures {
  /** One size of pictures. */
  record Size(String folder, int kibibytes, int percent) {}

  static final String THUMBNAILS = "/thumb";
  static final int THUMBNAIL_KIBIBYTES = 5;
  static final List<Size> SIZES =
      List.of(
          new Size("/image5", 5, 45),
          new Size("/image10", 10, 35),
          new Size("/image50", 50, 15),
          new Size("/image100", 100, 4),
          new Size("/image250", 250, 1));

  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int CHUNK_OVERHEAD = 12;

  private Pictures() {}

  /** Returns the path of a book's thumbnail. */
  static String thumbnail(int item) {
    return THUMBNAILS + "/" + item + ".png";
  }

  /**
   * Returns the path of a book's picture.
   *
   * @param percentile 0 to 99, decides the size
   */
  static String image(int item, int percentile) {
    int below = 0;
    for (Size size : SIZES) {
      below += size.percent();
      if (percentile < below) {
        return size.folder() + "/" + item + ".png";
      }
    }
    throw new IllegalArgumentException("percentile is " + percentile + "; give 0 to 99.");
  }

  /** Returns whether {@link #thumbnail} or {@link #image} can return this path. */
  static boolean known(String path) {
    return path.matches("/(thumb|image(5|10|50|100|250))/[1-9][0-9]{0,9}\\.png");
  }

  /** Returns a PNG file of exactly {@code bytes} bytes, at least 300. */
  static byte[] png(int width, int height, int bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes);
    try (DataOutputStream png = new DataOutputStream(out)) {
      png.write(SIGNATURE);
      ByteArrayOutputStream header = new ByteArrayOutputStream();
      DataOutputStream fields = new DataOutputStream(header);
      fields.writeInt(width);
      fields.writeInt(height);
      fields.write(new byte[] {8, 0, 0, 0, 0}); // 8 bits of grey, no interlace
      chunk(png, "IHDR", header.toByteArray());
      byte[] pixels = pixels(width, height);
      int filler = bytes - png.size() - 3 * CHUNK_OVERHEAD - pixels.length;
      if (filler < 0) {
        throw new IllegalArgumentException("bytes is " + bytes + "; give " + (bytes - filler));
      }
      byte[] noise = new byte[filler];
      new SplittableRandom(bytes).nextBytes(noise);
      chunk(png, "hwFl", noise); // ancillary, private, safe to copy
      chunk(png, "IDAT", pixels);
      chunk(png, "IEND", new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return out.toByteArray();
  }

  /** Returns rows of one grey, each after a byte for "no filter", deflated. */
  private static byte[] pixels(int width, int height) {
    byte[] rows = new byte[(width + 1) * height];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i % (width + 1) == 0 ? 0 : (byte) 0xb0;
    }
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(rows);
      deflater.finish();
      byte[] buffer = new byte[rows.length + 64];
      int length = deflater.deflate(buffer);
      return java.util.Arrays.copyOf(buffer, length);
    } finally {
      deflater.end();
    }
  }

  private static void chunk(DataOutputStream png, String type, byte[] data) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    png.writeInt(data.length);
    png.write(name);
    png.write(data);
    CRC32 sum = new CRC32();
    sum.update(name);
    sum.update(data);
    png.writeInt((int) sum.getValue());
  }
}
