package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.door.SessionVerifier;

/** A verifier of sessions that also checks how many connections their visits have open. */
record CountedSessions(SessionVerifier sessions, ConnectionWatch watch, Visits visits)
    implements SessionVerifier {
  @Override
  public Verdict verify(ResumptionClaim claim, String serverName) {
    return sessions.verify(claim, serverName);
  }

  @Override
  public void letIn(Verdict verdict) {
    sessions.letIn(verdict);
  }

  @Override
  public boolean hasRoom(Verdict verdict) {
    return watch.hasRoom(visits.accountName(verdict.visit()));
  }

  @Override
  public boolean isQuick() {
    return sessions.isQuick();
  }
}
