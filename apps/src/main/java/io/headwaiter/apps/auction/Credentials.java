package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Parameters;

/** Nickname and password of a user, in clear as in RUBiS: benchmark data. */
record Credentials(String nickname, String password) {
  static Credentials of(Parameters in) {
    return new Credentials(in.text("nickname", 1, 20), in.text("password", 1, 20));
  }

  /** Appends the two fields in which a user enters them. */
  static HtmlPage fields(HtmlPage out) {
    return out.input("Nickname", "nickname", "text", "")
        .input("Password", "password", "password", "");
  }
}
