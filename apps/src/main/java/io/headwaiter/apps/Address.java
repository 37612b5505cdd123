package io.headwaiter.apps;

/** An address for parcels and bills. */
public record Address(
    String street1, String street2, String city, String state, String zip, int country) {
  /**
   * Reads an address from parameters.
   *
   * @param countries the highest number of a country
   */
  public static Address of(Parameters in, int countries) {
    return new Address(
        in.text("street1", 1, 40),
        in.text("street2", 0, 40),
        in.text("city", 1, 30),
        in.text("state", 0, 20),
        in.text("zip", 1, 10),
        in.integer("country", 1, countries));
  }
}
