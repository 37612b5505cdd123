package io.headwaiter.tomcat;

import io.headwaiter.front.work.ExcessTurns;
import java.util.concurrent.Executor;

/** An executor that can defer work of visits over their account until CPU time is left over. */
interface DeferringExecutor extends Executor {
  /**
   * Runs the work when CPU time is available for it.
   *
   * @param owner the visit
   */
  void defer(QueuedWork work, ExcessTurns.Owner owner);
}
