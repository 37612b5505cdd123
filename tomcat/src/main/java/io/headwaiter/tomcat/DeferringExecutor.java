package io.headwaiter.tomcat;

import io.headwaiter.front.ExcessTurns;
import java.util.concurrent.Executor;

/** Workers that can let the work of visits over their account wait for what others leave over. */
interface DeferringExecutor extends Executor {
  /**
   * Does it when there is CPU time for it.
   *
   * @param owner the visit
   */
  void defer(QueuedWork work, ExcessTurns.Owner owner);
}
