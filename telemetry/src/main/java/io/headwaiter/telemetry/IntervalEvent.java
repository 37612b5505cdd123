package io.headwaiter.telemetry;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.ValueDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The JFR event {@code io.headwaiter.Interval}: the connector's name, and the figures of the
 * history under the same names. Unknown figures are NaN; the bottleneck is its label.
 *
 * <p>The type is created from the list of columns once this JVM is prepared for recordings, which
 * an admin port does at the start; until then an interval costs one check of a flag, and then,
 * without a recording, an empty event.
 */
final class IntervalEvent {
  static final String NAME = "io.headwaiter.Interval";

  private static final System.Logger LOG = System.getLogger(IntervalEvent.class.getName());
  private static volatile boolean broken;

  private IntervalEvent() {}

  static void commit(String connector, List<Column> columns, double[] row) {
    if (broken || !FlightRecorder.isInitialized()) {
      return;
    }
    try {
      Type.of(columns).commit(connector, row);
    } catch (RuntimeException | LinkageError e) {
      // A failure to record must not stop the decisions.
      broken = true;
      LOG.log(System.Logger.Level.WARNING, "There will be no more events of intervals", e);
    }
  }

  /** The type of event for a list of columns. Not loaded before recordings are prepared. */
  private static final class Type {
    // One for all connectors, which have the same columns: a type is registered once.
    private static @Nullable Type latest;

    private final List<Column> columns;
    private final EventFactory factory;

    private Type(List<Column> columns) {
      this.columns = columns;
      this.factory = EventFactory.create(annotations(), fields(columns));
    }

    static synchronized Type of(List<Column> columns) {
      if (latest == null || !latest.columns.equals(columns)) {
        latest = new Type(columns);
      }
      return latest;
    }

    private static List<AnnotationElement> annotations() {
      return List.of(
          new AnnotationElement(Name.class, NAME),
          new AnnotationElement(Label.class, "Control Interval"),
          new AnnotationElement(Category.class, new String[] {"Headwaiter"}),
          new AnnotationElement(StackTrace.class, false),
          new AnnotationElement(
              Description.class,
              "What a control interval has measured, learned, allowed and decided"));
    }

    private static List<ValueDescriptor> fields(List<Column> columns) {
      List<ValueDescriptor> fields = new ArrayList<>();
      fields.add(new ValueDescriptor(String.class, "connector"));
      for (Column column : columns) {
        Class<?> type = column.labels().isEmpty() ? double.class : String.class;
        fields.add(new ValueDescriptor(type, column.name()));
      }
      return fields;
    }

    void commit(String connector, double[] row) {
      Event event = factory.newEvent();
      if (!event.shouldCommit()) {
        return;
      }
      event.set(0, connector);
      for (int i = 0; i < row.length; i++) {
        List<String> labels = columns.get(i).labels();
        event.set(i + 1, labels.isEmpty() ? (Object) row[i] : labels.get((int) row[i]));
      }
      event.commit();
    }
  }
}
