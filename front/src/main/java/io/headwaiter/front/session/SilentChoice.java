package io.headwaiter.front.session;

import io.headwaiter.core.admission.IdleChoice;
import io.headwaiter.core.admission.IdleChoice.Idle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Chooses the silent connections to close when there are too many. */
final class SilentChoice {
  private SilentChoice() {}

  /**
   * Returns the longest silent connections beyond a bound, first of the network with most of them.
   * Those of visits under way are exempt, and do not count.
   *
   * @param most the bound; infinite for none
   */
  static List<OpenConnection> beyond(double most, List<OpenConnection> silent) {
    List<Idle<OpenConnection>> lapsed = new ArrayList<>();
    Map<Long, Integer> ofNetwork = new HashMap<>();
    for (OpenConnection one : silent) {
      if (!one.isSpared()) {
        lapsed.add(new Idle<>(one, one.network(), one.phaseNanos()));
        ofNetwork.merge(one.network(), 1, Integer::sum);
      }
    }
    int tooMany = (int) Math.max(0, lapsed.size() - Math.floor(most));
    return IdleChoice.choose(lapsed, network -> ofNetwork.getOrDefault(network, 1), tooMany);
  }
}
