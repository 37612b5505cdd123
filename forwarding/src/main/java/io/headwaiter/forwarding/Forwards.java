package io.headwaiter.forwarding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the compiler write an interface whose default methods forward each method that a type
 * declares itself to another object of the type. For {@code ResultSet} it is {@code
 * ForwardedResultSet}, in the package of the annotated class, which implements it:
 *
 * <pre>
 *   default int getInt(int a) throws SQLException {
 *     return live().getInt(a);
 *   }
 * </pre>
 *
 * <p>The class says what {@code live()}, {@code running()} and {@code failed(SQLException)} do, and
 * {@code tracked} for each type of result that it wraps. The attributes are regular expressions of
 * method names.
 */
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.TYPE)
public @interface Forwards {
  /** The type, an interface. */
  Class<?> value();

  /** Methods that go to {@code running()} instead of {@code live()}; they are guarded, too. */
  String running() default "";

  /** Methods whose SQLException goes through {@code failed} before it is thrown. */
  String guarded() default "";

  /** The types of results that go through {@code tracked}. */
  Class<?>[] tracked() default {};

  /** Methods that the class writes itself. */
  String except() default "";
}
