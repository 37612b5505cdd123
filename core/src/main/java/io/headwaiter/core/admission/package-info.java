/** Admission: the gate, the policy it follows, and the decision it returns. */
@NullMarked
package io.headwaiter.core.admission;

import org.jspecify.annotations.NullMarked;
