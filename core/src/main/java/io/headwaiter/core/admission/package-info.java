/** Admission: the gate, the policy it follows, and the decision it returns. */
package io.headwaiter.core.admission;
