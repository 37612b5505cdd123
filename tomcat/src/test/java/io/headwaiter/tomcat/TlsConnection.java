package io.headwaiter.tomcat;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** A client's TLS connection over an engine, so that a test can change the hello. */
public final class TlsConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 128 * 1024;

  private final SSLEngine engine;
  private final Socket socket;
  private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteBuffer plain = ByteBuffer.allocate(BUFFER_BYTES);
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private UnaryOperator<byte[]> bend;
  // Null unless output is kept back.
  private ByteArrayOutputStream keptBack;

  /** Creates a connection and passes its first flight through {@code bend}. */
  public TlsConnection(SSLEngine engine, Socket socket, UnaryOperator<byte[]> bend) {
    this.engine = engine;
    this.socket = socket;
    this.bend = bend;
  }

  /** Sends only the first flight. */
  public void sendHello() throws IOException {
    engine.beginHandshake();
    wrap(ByteBuffer.allocate(0));
  }

  public void handshake() throws IOException {
    engine.beginHandshake();
    while (handshaking()) {
      step();
    }
  }

  /** Completes the handshake, and sends a request with its last flight in the same write. */
  public void handshakeWith(String text) throws IOException {
    ByteArrayOutputStream flight = new ByteArrayOutputStream();
    engine.beginHandshake();
    while (handshaking()) {
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        flight.writeBytes(wrapped(ByteBuffer.allocate(0)));
      } else {
        sendAll(flight);
        step();
      }
    }
    flight.writeBytes(wrapped(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1))));
    sendAll(flight);
  }

  private void sendAll(ByteArrayOutputStream flight) throws IOException {
    socket.getOutputStream().write(flight.toByteArray());
    flight.reset();
  }

  /** Completes the handshake, but keeps the output back until {@link #sendLastFlight}. */
  public void handshakeButLastFlight() throws IOException {
    keptBack = new ByteArrayOutputStream();
    handshake();
  }

  public void sendLastFlight() throws IOException {
    byte[] flight = keptBack.toByteArray();
    keptBack = null;
    write(flight);
  }

  public void send(String text) throws IOException {
    ByteBuffer data = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    while (data.hasRemaining()) {
      wrap(data);
    }
  }

  /** Returns what the server sends until it closes the connection. */
  public String readAll() throws IOException {
    while (!engine.isInboundDone()) {
      try {
        unwrap();
      } catch (EOFException end) {
        break;
      }
    }
    return received.toString(StandardCharsets.UTF_8);
  }

  /** Returns what the server sends up to this text. */
  public String readUntil(String end) throws IOException {
    while (!received.toString(StandardCharsets.UTF_8).endsWith(end)) {
      if (engine.isInboundDone()) {
        throw new EOFException("the server ended the connection");
      }
      unwrap();
    }
    String said = received.toString(StandardCharsets.UTF_8);
    received.reset();
    return said;
  }

  /** Returns the negotiated protocol; empty if there is none. */
  public String applicationProtocol() {
    return engine.getApplicationProtocol();
  }

  public Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Cuts the handshake message of a first flight into records of at most this size. */
  public static byte[] recut(byte[] records, int contentMax) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    for (int at = 0; at < records.length; ) {
      int length = (records[at + 3] & 0xff) << 8 | (records[at + 4] & 0xff);
      message.write(records, at + 5, length);
      at += 5 + length;
    }
    byte[] all = message.toByteArray();
    ByteArrayOutputStream cut = new ByteArrayOutputStream();
    for (int from = 0; from < all.length; from += contentMax) {
      byte[] part = Arrays.copyOfRange(all, from, Math.min(all.length, from + contentMax));
      cut.writeBytes(new byte[] {22, 3, 1, (byte) (part.length >> 8), (byte) part.length});
      cut.writeBytes(part);
    }
    return cut.toByteArray();
  }

  private boolean handshaking() {
    HandshakeStatus status = engine.getHandshakeStatus();
    return status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
  }

  private void step() throws IOException {
    switch (engine.getHandshakeStatus()) {
      case NEED_WRAP -> wrap(ByteBuffer.allocate(0));
      case NEED_TASK -> engine.getDelegatedTask().run();
      default -> unwrap();
    }
  }

  private void wrap(ByteBuffer data) throws IOException {
    write(wrapped(data));
  }

  private byte[] wrapped(ByteBuffer data) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    do {
      engine.wrap(data, out);
      // A large hello takes several records; they are one flight.
    } while (bend != null && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    byte[] flight = Arrays.copyOf(out.array(), out.position());
    if (bend != null) {
      flight = bend.apply(flight);
      bend = null;
    }
    return flight;
  }

  private void write(byte[] bytes) throws IOException {
    if (keptBack != null) {
      keptBack.writeBytes(bytes);
    } else {
      socket.getOutputStream().write(bytes);
    }
  }

  private void unwrap() throws IOException {
    in.flip();
    SSLEngineResult result = engine.unwrap(in, plain);
    in.compact();
    received.write(plain.array(), 0, plain.position());
    plain.clear();
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      engine.getDelegatedTask().run();
    }
    if (result.getStatus() == Status.BUFFER_UNDERFLOW) {
      int count = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      if (count < 0) {
        throw new EOFException("the server closed the connection");
      }
      in.position(in.position() + count);
    }
  }
}
