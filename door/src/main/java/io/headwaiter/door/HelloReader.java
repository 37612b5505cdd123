package io.headwaiter.door;

import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.proxy.ProxyHeader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads hellos from connections. One buffer and one parser serve all connections with hellos that
 * arrive in one read. A connection with a hello in pieces gets its own. Confined to the loop's
 * thread.
 */
final class HelloReader {
  /** The result of one read. */
  enum Step {
    /** There was nothing to read. */
    NOTHING,
    /** A piece of the hello; the connection has its own buffer and parser from now on. */
    PARTIAL,
    /** The client has closed. */
    LEFT,
    /** The bytes are no valid hello: {@link HelloReader#defect}. */
    DEFECTIVE,
    /** The whole hello: {@link HelloReader#hello} and {@link HelloReader#received}. */
    COMPLETE
  }

  private final HelloLimits limits;
  private final ByteBuffer shared;
  private ClientHelloParser sharedParser;
  private @Nullable ClientHello hello;
  private @Nullable HelloDefect defect;
  private @Nullable ByteBuffer received;

  HelloReader(HelloLimits limits) {
    this.limits = limits;
    this.shared = ByteBuffer.allocateDirect(limits.helloBytesMax());
    this.sharedParser = new ClientHelloParser(limits);
  }

  /** Reads the available bytes; the results of the methods below are valid until the next call. */
  Step read(PendingConnection pending) throws IOException {
    return pending.kept == null ? readFirst(pending) : readMore(pending);
  }

  /** Returns the hello after {@link Step#COMPLETE}. */
  ClientHello hello() {
    return Objects.requireNonNull(hello);
  }

  /** Returns the defect after {@link Step#DEFECTIVE}. */
  HelloDefect defect() {
    return Objects.requireNonNull(defect);
  }

  /** Returns every byte read so far, position to limit, after {@link Step#COMPLETE}. */
  ByteBuffer received() {
    return Objects.requireNonNull(received);
  }

  private Step readFirst(PendingConnection pending) throws IOException {
    shared.clear();
    int count = pending.channel.read(shared);
    pending.drained = shared.hasRemaining();
    if (count <= 0) {
      return nothingOrLeft(count);
    }
    if (pending.isHeaderDue) {
      Step step = readHeader(pending, shared);
      if (step == Step.PARTIAL) {
        pending.keep(shared.flip());
      }
      if (step != Step.COMPLETE) {
        return step;
      }
    }
    sharedParser.reset();
    Step step = parse(pending, sharedParser, shared);
    if (step == Step.PARTIAL) {
      pending.parser = sharedParser;
      sharedParser = new ClientHelloParser(limits);
      pending.keep(shared.flip());
    }
    return step;
  }

  private Step readMore(PendingConnection pending) throws IOException {
    if (!pending.makeRoom(limits.helloBytesMax())) {
      defect = HelloDefect.TOO_LARGE;
      return Step.DEFECTIVE;
    }
    ByteBuffer kept = pending.bytes();
    int count = pending.channel.read(kept);
    pending.drained = kept.hasRemaining();
    if (count <= 0) {
      return nothingOrLeft(count);
    }
    if (pending.isHeaderDue) {
      Step step = readHeader(pending, kept);
      if (step != Step.COMPLETE) {
        return step;
      }
      pending.parser = new ClientHelloParser(limits);
    }
    return parse(pending, Objects.requireNonNull(pending.parser), kept);
  }

  /**
   * Reads the header of the PROXY protocol, and removes it from the bytes read so far, which end at
   * the position of {@code bytes}.
   *
   * @return {@link Step#COMPLETE} if bytes of the hello are there, too
   */
  private Step readHeader(PendingConnection pending, ByteBuffer bytes) {
    ProxyHeader header = ProxyHeader.read(bytes.duplicate().flip());
    switch (header.status()) {
      case NEED_MORE -> {
        return Step.PARTIAL;
      }
      case MISSING -> defect = HelloDefect.PROXY_HEADER_MISSING;
      case DEFECTIVE -> defect = HelloDefect.BAD_PROXY_HEADER;
      case COMPLETE -> {
        pending.isHeaderDue = false;
        pending.named = clientOf(header);
        bytes.flip().position(header.length());
        bytes.compact();
        return bytes.position() == 0 && pending.kept == null ? Step.NOTHING : Step.COMPLETE;
      }
    }
    return Step.DEFECTIVE;
  }

  private static @Nullable InetSocketAddress clientOf(ProxyHeader header) {
    byte[] address = header.source();
    try {
      return address == null
          ? null
          : new InetSocketAddress(InetAddress.getByAddress(address), header.sourcePort());
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has 4 or 16 bytes
    }
  }

  private static Step nothingOrLeft(int count) {
    return count < 0 ? Step.LEFT : Step.NOTHING;
  }

  /** Parses the bytes read so far; {@code bytes} holds them up to its position. */
  private Step parse(PendingConnection pending, ClientHelloParser parser, ByteBuffer bytes)
      throws IOException {
    ClientHelloParser.Status status = parser.parse(bytes.duplicate().flip());
    if (status == ClientHelloParser.Status.NEED_MORE) {
      return Step.PARTIAL;
    }
    if (status == ClientHelloParser.Status.DEFECTIVE) {
      defect = parser.defect();
      return Step.DEFECTIVE;
    }
    if (hasLeft(pending, bytes)) {
      return Step.LEFT;
    }
    hello = parser.hello();
    received = bytes.duplicate().flip();
    return Step.COMPLETE;
  }

  /**
   * Returns whether the client has closed after its hello. A server that is behind finds a backlog
   * full of such connections, and a handshake with each of them would keep it behind.
   */
  private static boolean hasLeft(PendingConnection pending, ByteBuffer bytes) throws IOException {
    if (!pending.drained) {
      return false;
    }
    int count = pending.channel.read(bytes);
    pending.drained = bytes.hasRemaining();
    return count < 0;
  }
}
