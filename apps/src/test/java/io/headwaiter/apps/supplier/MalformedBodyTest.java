package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Valid messages with random damage: each gets an answer, and never a 5xx. */
@Tag("slow")
class MalformedBodyTest {
  private static final int TRIES = 150;
  private static final Set<Integer> ANSWERS = Set.of(200, 400, 403, 404, 409);
  private static final String[] PIECES = {
    "\"",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "</",
    "&",
    "&x;",
    ",",
    ":",
    "\\u",
    "\u0000",
    "\u00ff",
    "\ud83d\ude00",
    "null",
    "-1",
    "1e999",
    "99999999999999999999",
    "<!DOCTYPE M [",
    "]]>",
    "<?x ?>",
    "<![CDATA[",
    "'; DROP TABLE sup_item; --",
    "{\"a\":{\"b\":{\"c\":{}}}}"
  };

  private final SplittableRandom random = new SplittableRandom(11);

  @Test
  void everyBodyGetsAnAnswer() throws Exception {
    try (HikariDataSource source = Suppliers.small();
        SupplierServer server =
            new SupplierServer(source, SupplierOptions.local(BusinessLogic.LIGHT))) {
      for (SupplierServices which : SupplierServices.values()) {
        for (MessageFormat format : Arrays.asList(MessageFormats.JSON, MessageFormats.XML)) {
          damaged(server, which, format);
        }
      }
      assertThat(Suppliers.number(source, "SELECT COUNT(*) FROM sup_item")).isEqualTo(200);
      assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
  }

  private void damaged(SupplierServer server, SupplierServices which, MessageFormat format)
      throws Exception {
    byte[] valid = format.write(which.serviceName(), Messages.of(which));
    assertThat(server.post(which.path(), format.contentType(), valid).statusCode())
        .as(which.toString())
        .isEqualTo(200);
    for (int i = 0; i < TRIES; i++) {
      byte[] body = valid;
      for (int times = 1 + random.nextInt(3); times > 0; times--) {
        body = damage(body);
      }
      HttpResponse<byte[]> reply = server.post(which.path(), format.contentType(), body);
      String sent = new String(body, StandardCharsets.ISO_8859_1);
      assertThat(ANSWERS).as(sent).contains(reply.statusCode());
      assertThat(new String(reply.body(), StandardCharsets.UTF_8))
          .as(sent)
          .doesNotContain("Exception", "SELECT ", "/etc/");
    }
  }

  /** Cuts, changes a byte, leaves a part out, or puts a piece in. */
  private byte[] damage(byte[] body) {
    if (body.length == 0) {
      return body;
    }
    int at = random.nextInt(body.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(body, at);
      case 1 -> {
        byte[] changed = body.clone();
        changed[at] = (byte) random.nextInt(256);
        yield changed;
      }
      case 2 -> {
        int end = Math.min(body.length, at + 1 + random.nextInt(20));
        yield joined(body, at, new byte[0], end);
      }
      default -> {
        String piece = PIECES[random.nextInt(PIECES.length)];
        yield joined(body, at, piece.getBytes(StandardCharsets.UTF_8), at);
      }
    };
  }

  private static byte[] joined(byte[] body, int until, byte[] piece, int from) {
    byte[] all = Arrays.copyOf(body, until + piece.length + body.length - from);
    System.arraycopy(piece, 0, all, until, piece.length);
    System.arraycopy(body, from, all, until + piece.length, body.length - from);
    return all;
  }
}
