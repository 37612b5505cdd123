package io.headwaiter.front.session;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A value for each of some addresses. Over {@value #ADDRESSES_MAX} the eldest is forgotten. Not
 * thread-safe.
 */
final class AddressMap<V> extends LinkedHashMap<InetAddress, V> {
  private static final long serialVersionUID = 1;
  private static final int ADDRESSES_MAX = 16_384;
  private static final int CAPACITY = 16;
  private static final float LOAD = 0.75f;

  /**
   * Creates an empty map.
   *
   * @param byUse whether the eldest is the one that was looked up or put longest ago, and not the
   *     one that was put into the map first
   */
  AddressMap(boolean byUse) {
    super(CAPACITY, LOAD, /* accessOrder= */ byUse);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<InetAddress, V> eldest) {
    return size() > ADDRESSES_MAX;
  }
}
