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

/**
 * The JFR event {@code io.headwaiter.Interval}: the connector's name, and the figures of the
 * history under the same names. Unknown figures are NaN; the bottleneck is its label.
 *
 * <p>The type is created from the list of columns when the first recording has started; until then
 * an interval costs one check of a flag.
 */
final class IntervalEvent {
  static final String NAME = "io.headwaiter.Interval";

  private static final System.Logger LOG = System.getLogger(IntervalEvent.class.getName());
  private static volatile boolean broken;

  private IntervalEvent() {}

  static void commit(String connector, ControlInterval interval) {
    if (broken || !FlightRecorder.isInitialized()) {
      return;
    }
    try {
      Type.commit(connector, interval);
    } catch (RuntimeException | LinkageError e) {
      // A failure to record must not stop the decisions.
      broken = true;
      LOG.log(System.Logger.Level.WARNING, "There will be no more events of intervals", e);
    }
  }

  /** Not loaded before a recording starts. */
  private static final class Type {
    private static final EventFactory FACTORY =
        EventFactory.create(
            List.of(
                new AnnotationElement(Name.class, NAME),
                new AnnotationElement(Label.class, "Control Interval"),
                new AnnotationElement(Category.class, new String[] {"Headwaiter"}),
                new AnnotationElement(StackTrace.class, false),
                new AnnotationElement(
                    Description.class,
                    "What a control interval has measured, learned, allowed and decided")),
            fields());

    private static List<ValueDescriptor> fields() {
      List<ValueDescriptor> fields = new ArrayList<>();
      fields.add(new ValueDescriptor(String.class, "connector"));
      for (Column column : Columns.ALL) {
        Class<?> type = column.name().equals(Columns.BOTTLENECK) ? String.class : double.class;
        fields.add(new ValueDescriptor(type, column.name()));
      }
      return fields;
    }

    static void commit(String connector, ControlInterval interval) {
      Event event = FACTORY.newEvent();
      if (!event.shouldCommit()) {
        return;
      }
      event.set(0, connector);
      for (int i = 0; i < Columns.ALL.size(); i++) {
        Column column = Columns.ALL.get(i);
        double value = column.of(interval);
        if (column.name().equals(Columns.BOTTLENECK)) {
          event.set(i + 1, Columns.RESOURCES.get((int) value).label());
        } else {
          event.set(i + 1, value);
        }
      }
      event.commit();
    }
  }
}
