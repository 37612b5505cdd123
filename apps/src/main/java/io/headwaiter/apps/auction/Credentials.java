package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Parameters;

/** Nickname and password of a visitor, in clear as in RUBiS: benchmark data. */
record Credentials(String nickname, String password) {
  static Credentials of(Parameters in) {
    return new Credentials(in.text("nickname", 1, 20), in.text("password", 1, 20));
  }

  /** The two fields in which a visitor enters them. */
  static HtmlPage fields(HtmlPage out) {
    return out.input("Nickname", "nickname", "text", "")
        .input("Password", "password", "password", "");
  }
}
