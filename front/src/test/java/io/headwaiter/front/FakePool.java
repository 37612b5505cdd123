package io.headwaiter.front;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.pools.AdjustablePool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A pool without units, of the size that was set last. */
public final class FakePool implements AdjustablePool {
  private final Resource resource;
  public final List<Integer> resizes = new ArrayList<>();
  public int size;
  public double busyPart = 1;
  public String whyFixed;

  public FakePool(Resource resource, int size) {
    this.resource = resource;
    this.size = size;
  }

  @Override
  public Resource resource() {
    return resource;
  }

  @Override
  public int capacity() {
    return size;
  }

  @Override
  public int busy() {
    return (int) (size * busyPart);
  }

  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public Optional<String> whyFixed() {
    return Optional.ofNullable(whyFixed);
  }

  @Override
  public void resize(int units) {
    if (whyFixed != null) {
      throw new IllegalStateException(whyFixed);
    }
    resizes.add(units);
    size = units;
  }
}
