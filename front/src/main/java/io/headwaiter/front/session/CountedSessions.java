package io.headwaiter.front.session;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.door.SessionVerifier;
import org.jspecify.annotations.Nullable;

/** A verifier of sessions that also checks how many connections their visits have open. */
public record CountedSessions(
    SessionVerifier sessions, ConnectionWatch watch, SessionDirectory sessionDirectory)
    implements SessionVerifier {
  /** Has the watch count connections by the accounts of their visits. */
  public CountedSessions {
    watch.countBy(sessionDirectory::accountName);
  }

  @Override
  public SessionLookup verify(ResumptionClaim claim, @Nullable String serverName) {
    return sessions.verify(claim, serverName);
  }

  @Override
  public void noteAdmitted(SessionLookup lookup) {
    sessions.noteAdmitted(lookup);
  }

  @Override
  public boolean hasRoom(SessionLookup lookup) {
    return watch.hasRoom(sessionDirectory.accountName(lookup.visit()));
  }

  @Override
  public boolean isQuick() {
    return sessions.isQuick();
  }
}
