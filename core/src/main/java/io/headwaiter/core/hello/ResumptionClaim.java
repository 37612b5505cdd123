package io.headwaiter.core.hello;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The earlier session that a hello claims to resume. A claim costs nothing: any client can send 32
 * random bytes. The claim only tells which session to look up; the look-up decides.
 *
 * <p>The version that will be negotiated determines which fields count:
 *
 * <ul>
 *   <li><b>TLS 1.3</b> (the client offers it and the server speaks it for this host): only
 *       pre_shared_key, and only beside psk_key_exchange_modes that contain psk_dhe_ke. A server
 *       must not select a mode that is not offered (RFC 8446 section 4.2.9), and neither BoringSSL
 *       nor JSSE uses another one than this. The legacy_session_id of such a hello is 32 random
 *       bytes that only make the handshake look like TLS 1.2 to middleboxes (RFC 8446 appendix
 *       D.4), and nearly every new client sends them. A session_ticket of TLS 1.2 cannot be resumed
 *       in TLS 1.3 either.
 *   <li><b>TLS 1.2 and older</b>: a non-empty session_ticket, else a non-empty session id. An empty
 *       session_ticket only means that the client accepts tickets. Beside a ticket the session id
 *       may be only a marker of the client (RFC 5077 section 3.4), or a real one: a stateful server
 *       that issued no tickets looks it up, so it stays readable in {@link #sessionId()}. A client
 *       that also offers TLS 1.3 may have sent a random id: then the look-up finds nothing and the
 *       client is new.
 * </ul>
 *
 * <p>Immutable. The arrays belong to the claim: callers read them and do not change them.
 */
public final class ResumptionClaim {
  /** The kind of token presented. */
  public enum Kind {
    /** No earlier session is claimed. */
    NONE,
    /** The session id of TLS 1.2 and older. */
    SESSION_ID,
    /** The session ticket of TLS 1.2 and older. */
    SESSION_TICKET,
    /** Pre-shared key identities of TLS 1.3. */
    PRE_SHARED_KEY
  }

  private static final byte[] NO_SESSION_ID = {};
  private static final ResumptionClaim NO_CLAIM =
      new ResumptionClaim(Kind.NONE, List.of(), NO_SESSION_ID, null);

  private final Kind kind;
  private final List<byte[]> tokens;
  private final byte[] sessionId;
  // Null if nothing is claimed.
  private final @Nullable ClientHello hello;

  private ResumptionClaim(
      Kind kind, List<byte[]> tokens, byte[] sessionId, @Nullable ClientHello hello) {
    this.kind = kind;
    this.tokens = tokens;
    this.sessionId = sessionId;
    this.hello = hello;
  }

  /**
   * Returns the claim of a hello.
   *
   * @param serverSpeaksTls13 whether the server would negotiate TLS 1.3 for the hello's host
   */
  public static ResumptionClaim of(ClientHello hello, boolean serverSpeaksTls13) {
    if (serverSpeaksTls13 && hello.offersTls13()) {
      return hello.hasPreSharedKey() && hello.offersPskDheKe()
          ? new ResumptionClaim(Kind.PRE_SHARED_KEY, hello.pskIdentities(), NO_SESSION_ID, hello)
          : NO_CLAIM;
    }
    if (hello.sessionTicketLength() > 0) {
      return new ResumptionClaim(
          Kind.SESSION_TICKET, List.of(hello.sessionTicket()), hello.sessionId(), hello);
    }
    if (hello.sessionIdLength() > 0) {
      byte[] sessionId = hello.sessionId();
      return new ResumptionClaim(Kind.SESSION_ID, List.of(sessionId), sessionId, hello);
    }
    return NO_CLAIM;
  }

  /** Returns the kind of token presented. */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns the session id, the ticket, or the pre-shared key identities in the client's order; at
   * most {@value ClientHello#EXPOSED_MAX}, none of them empty.
   */
  public List<byte[]> tokens() {
    return tokens;
  }

  /**
   * Returns the session id to look up if the server is stateful: with {@link Kind#SESSION_ID} the
   * token itself, with {@link Kind#SESSION_TICKET} the id beside the ticket or empty, else empty.
   */
  public byte[] sessionId() {
    return sessionId;
  }

  /**
   * Returns the cipher suites that the hello offers, in its order: a session is resumed only with
   * its own suite. At most {@value ClientHello#SUITES_EXPOSED_MAX}, none with {@link Kind#NONE}. A
   * fresh copy.
   */
  public int[] cipherSuites() {
    return hello == null ? new int[0] : hello.cipherSuites();
  }

  /**
   * Returns whether the hello has the extended_master_secret extension. A TLS 1.2 session is
   * resumed only if both it and this hello have the extension, or neither has (RFC 7627 section
   * 5.3). False with {@link Kind#NONE}.
   */
  public boolean offersExtendedMasterSecret() {
    return hello != null && hello.offersExtendedMasterSecret();
  }

  /**
   * Returns the handshake message with this claim, for a verifier that tries the whole of it; empty
   * with {@link Kind#NONE}. A fresh copy.
   */
  public byte[] helloMessage() {
    return hello == null ? new byte[0] : hello.message();
  }
}
