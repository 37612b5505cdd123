package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicketKeysTest {
  private static final long ROTATION_SECONDS = 100;
  private static final String SECRET = "0123456789abcdef".repeat(4);
  private static final String OTHER = "fedcba9876543210".repeat(4);

  @TempDir Path folder;

  private final AtomicLong nowMillis = new AtomicLong(1_000_000_000L);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ticketSurvivesOneRotationButNotTwo(boolean generated) throws Exception {
    TicketKeys keys = generated ? generated() : fromFile(write(SECRET));
    TicketRealm realm = keys.realm("shop");
    byte[] ticket = ticket(realm);
    assertThat(realm.isAuthentic(ticket)).isTrue();
    rotate(keys);
    assertThat(realm.isAuthentic(ticket)).as("after one rotation").isTrue();
    byte[] newer = ticket(realm);
    assertThat(Tickets.cut(newer, 16)).as("name").isNotEqualTo(Tickets.cut(ticket, 16));
    rotate(keys);
    assertThat(realm.isAuthentic(ticket)).as("after two").isFalse();
    assertThat(realm.isAuthentic(newer)).isTrue();
  }

  @Test
  void keyChangesOnlyAtEndOfPeriod() throws Exception {
    TicketKeys keys = generated();
    TicketRealm realm = keys.realm("shop");
    byte[] name = first(realm).name();
    nowMillis.addAndGet(ROTATION_SECONDS * 1000 - 1);
    keys.refresh();
    assertThat(first(realm).name()).isEqualTo(name);
    nowMillis.addAndGet(1);
    keys.refresh();
    assertThat(first(realm).name()).isNotEqualTo(name);
  }

  @Test
  void nodesWithSameFileShareKeys() throws Exception {
    TicketKeys one = fromFile(write(SECRET));
    TicketKeys other = fromFile(folder.resolve("keys"));
    byte[] ticket = ticket(one.realm("shop"));
    assertThat(other.realm("shop").isAuthentic(ticket)).isTrue();
    rotate(one);
    byte[] early = ticket(one.realm("shop"));
    nowMillis.addAndGet(-ROTATION_SECONDS * 1000);
    assertThat(other.realm("shop").isAuthentic(early)).as("of a faster clock").isTrue();
  }

  @Test
  void generatedKeysDifferBetweenInstances() throws Exception {
    byte[] ticket = ticket(generated().realm("shop"));
    assertThat(generated().realm("shop").isAuthentic(ticket)).isFalse();
  }

  @Test
  void ticketIsUnknownInAnotherRealm() throws Exception {
    TicketKeys keys = generated();
    byte[] ticket = ticket(keys.realm("shop"));
    assertThat(keys.realm("shop2").isAuthentic(ticket)).isFalse();
    assertThat(keys.realm("shop")).isSameAs(keys.realm("shop"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void courtesyTicketsHaveTheirOwnKeys(boolean generated) throws Exception {
    TicketKeys keys = generated ? generated() : fromFile(write(SECRET));
    TicketRealm realm = keys.realm("shop");
    byte[] page = courtesyTicket(realm);
    byte[] visit = ticket(realm);
    assertThat(Tickets.cut(page, 16)).as("name").isNotEqualTo(Tickets.cut(visit, 16));
    assertThat(realm.isAuthentic(page)).isTrue();
    rotate(keys);
    assertThat(realm.isAuthentic(page)).as("after one rotation").isTrue();
    assertThat(Tickets.cut(courtesyTicket(realm), 16)).isNotEqualTo(Tickets.cut(page, 16));
    rotate(keys);
    assertThat(realm.isAuthentic(page)).as("after two").isFalse();
  }

  @Test
  void rereadsChangedFile() throws Exception {
    TicketKeys keys = fromFile(write(SECRET));
    TicketRealm realm = keys.realm("shop");
    byte[] old = ticket(realm);
    write("# the new one first\n" + OTHER + "\n\n" + SECRET);
    lookTwice(keys);
    byte[] recent = ticket(realm);
    assertThat(realm.isAuthentic(old)).as("the second secret still opens").isTrue();
    write(OTHER);
    lookTwice(keys);
    assertThat(realm.isAuthentic(old)).isFalse();
    assertThat(realm.isAuthentic(recent)).isTrue();
  }

  /** While the file is written, a look may find it in each of these states. */
  @Test
  void ignoresFileWhileItIsWritten() throws Exception {
    TicketKeys keys = fromFile(write(OTHER));
    TicketRealm realm = keys.realm("shop");
    byte[] old = ticket(realm);
    String name = nameOf(realm);
    Path file = folder.resolve("keys");
    for (String part : List.of("", SECRET.substring(0, 20), SECRET, SECRET + "\n")) {
      Files.writeString(file, part);
      keys.refresh();
      assertThat(nameOf(realm)).as("after " + part.length() + " characters").isEqualTo(name);
    }
    Files.writeString(file, SECRET + "\n" + OTHER + "\n");
    keys.refresh();
    assertThat(nameOf(realm)).as("not seen to have ended").isEqualTo(name);
    keys.refresh();
    assertThat(nameOf(realm)).as("the same at two looks").isNotEqualTo(name);
    assertThat(realm.isAuthentic(old)).isTrue();
  }

  @Test
  void readsFileWithEndMarkAtOnce() throws Exception {
    TicketKeys keys = fromFile(write(OTHER));
    TicketRealm realm = keys.realm("shop");
    String name = nameOf(realm);
    write(SECRET + "\n" + OTHER + "\n# end\n\n");
    keys.refresh();
    assertThat(nameOf(realm)).isNotEqualTo(name);
    write(OTHER + "\n# end\n" + SECRET);
    keys.refresh();
    assertThat(nameOf(realm)).as("the end in the middle is none").isNotEqualTo(name);
    keys.refresh();
    assertThat(nameOf(realm)).isEqualTo(name);
  }

  /** A folder for each version, and a link to the current one that is changed in one step. */
  @Test
  void followsKubernetesSecretUpdate() throws Exception {
    Path data = folder.resolve("..data");
    Files.createSymbolicLink(data, version("..2026_01", SECRET));
    Path file = folder.resolve("ticket.keys");
    Files.createSymbolicLink(file, Path.of("..data", "ticket.keys"));
    TicketKeys keys = fromFile(file);
    TicketRealm realm = keys.realm("shop");
    byte[] old = ticket(realm);
    String name = nameOf(realm);
    Path next = folder.resolve("..data_tmp");
    Files.createSymbolicLink(next, version("..2026_02", OTHER + "\n" + SECRET));
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    lookTwice(keys);
    assertThat(nameOf(realm)).isNotEqualTo(name);
    assertThat(realm.isAuthentic(old)).isTrue();
  }

  private Path version(String name, String text) throws IOException {
    Path made = Files.createDirectory(folder.resolve(name));
    Path file = Files.writeString(made.resolve("ticket.keys"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    return Path.of(name);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 10, 1_000_000, -1_000_000})
  void wallClockJumpRemovesNoKey(long periods) throws Exception {
    AtomicLong nanos = new AtomicLong(-7_000_000_000L);
    TicketKeys generated = TicketKeys.generated(ROTATION_SECONDS, nanos::get, nowMillis::get);
    TicketKeys shared = fromFile(write(SECRET));
    byte[] ours = ticket(generated.realm("shop"));
    byte[] every = ticket(shared.realm("shop"));
    for (long jump : new long[] {periods, -periods}) {
      nowMillis.addAndGet(jump * ROTATION_SECONDS * 1000);
      generated.refresh();
      shared.refresh();
      assertThat(generated.realm("shop").isAuthentic(ours)).isTrue();
    }
    assertThat(shared.realm("shop").isAuthentic(every)).isTrue();
    nanos.addAndGet(ROTATION_SECONDS * 2_000_000_000L);
    generated.refresh();
    assertThat(generated.realm("shop").isAuthentic(ours)).as("after two periods").isFalse();
  }

  @Test
  void keepsKeysWhileFileIsInvalid() throws Exception {
    TicketKeys keys = fromFile(write(SECRET));
    TicketRealm realm = keys.realm("shop");
    byte[] ticket = ticket(realm);
    write("nonsense");
    lookTwice(keys);
    assertThat(realm.isAuthentic(ticket)).isTrue();
    Files.delete(folder.resolve("keys"));
    lookTwice(keys);
    assertThat(realm.isAuthentic(ticket)).isTrue();
    Path file = write(OTHER);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    lookTwice(keys);
    assertThat(realm.isAuthentic(ticket)).as("others may read it").isTrue();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    keys.refresh();
    assertThat(realm.isAuthentic(ticket)).isFalse();
  }

  @Test
  void attachedContextsReceiveEveryRotation() throws Exception {
    TicketKeys keys = generated();
    List<TicketKey> firsts = new ArrayList<>();
    Consumer<List<TicketKey>> context = all -> firsts.add(all.get(0));
    TicketRealm realm = keys.realm("shop");
    realm.attach(context);
    rotate(keys);
    assertThat(firsts).hasSize(2);
    assertThat(firsts.get(1)).isSameAs(first(realm));
    realm.detach(context);
    rotate(keys);
    assertThat(firsts).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw----", "rw----r--", "rw--w----", "rwx--x---", "r--r--r--"})
  void rejectsFileOpenToOtherUsers(String permissions) throws Exception {
    Path file = write(SECRET);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    assertThatThrownBy(() -> fromFile(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has the permissions " + permissions)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void fileErrorsDoNotRevealSecrets() throws Exception {
    assertThatThrownBy(() -> fromFile(folder.resolve("none")))
        .hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> fromFile(folder)).hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> fromFile(write("# nothing"))).hasMessageContaining("has 0 secrets");
    assertThatThrownBy(() -> fromFile(write((SECRET + "\n").repeat(5))))
        .hasMessageContaining("has 5 secrets; allowed is from 1 to 4");
    assertThatThrownBy(() -> fromFile(write(SECRET + "\n" + OTHER.substring(1))))
        .hasMessageContaining("Line 2 of the ticket key file")
        .hasMessageNotContaining(OTHER.substring(1, 9));
    assertThatThrownBy(() -> fromFile(write("#".repeat(20_000))))
        .hasMessageContaining("allowed is at most 16384");
  }

  @Test
  void toStringRevealsNoSecret() throws Exception {
    TicketKeys keys = fromFile(write(SECRET));
    TicketKey key = first(keys.realm("shop"));
    assertThat(keys.toString()).contains("TicketSecret(").doesNotContain(SECRET.substring(0, 8));
    assertThat(key.toString()).isEqualTo("TicketKey(secret)");
    assertThat(keys.toString())
        .as("two nodes can be compared")
        .isEqualTo(fromFile(folder.resolve("keys")).toString());
    assertThat(fromFile(write(OTHER)).toString()).isNotEqualTo(keys.toString());
  }

  private TicketKeys generated() {
    return Tickets.generated(ROTATION_SECONDS, nowMillis::get);
  }

  private TicketKeys fromFile(Path file) throws IOException {
    return TicketKeys.fromFile(file, ROTATION_SECONDS, nowMillis::get);
  }

  private static void lookTwice(TicketKeys keys) {
    keys.refresh();
    keys.refresh();
  }

  /** Returns the name of the key that encrypts. */
  private static String nameOf(TicketRealm realm) {
    return HexFormat.of().formatHex(first(realm).name());
  }

  private void rotate(TicketKeys keys) {
    nowMillis.addAndGet(ROTATION_SECONDS * 1000);
    keys.refresh();
  }

  /** Replaces the file as a whole, so that its identity changes even within one clock tick. */
  private Path write(String text) throws IOException {
    Path file = folder.resolve("keys");
    Path fresh = Files.createTempFile(folder, "fresh", "");
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
    Files.writeString(fresh, text);
    return Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] ticket(TicketRealm realm) throws Exception {
    return Tickets.seal(first(realm), Tickets.random(120));
  }

  private static byte[] courtesyTicket(TicketRealm realm) throws Exception {
    TicketKey first = all(realm).stream().filter(TicketKey::isCourtesy).findFirst().orElseThrow();
    return Tickets.seal(first, Tickets.random(120));
  }

  /** Returns the key that encrypts now, as a context gets it. */
  private static TicketKey first(TicketRealm realm) {
    return all(realm).get(0);
  }

  private static List<TicketKey> all(TicketRealm realm) {
    List<TicketKey> got = new ArrayList<>();
    Consumer<List<TicketKey>> context = got::addAll;
    realm.attach(context);
    realm.detach(context);
    return got;
  }
}
