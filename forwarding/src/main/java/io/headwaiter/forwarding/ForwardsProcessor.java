package io.headwaiter.forwarding;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.tools.Diagnostic;

/** Writes an interface for each class with {@link Forwards}. */
@SupportedAnnotationTypes("io.headwaiter.forwarding.Forwards")
public final class ForwardsProcessor extends AbstractProcessor {
  /** Creates the processor; the compiler calls this. */
  public ForwardsProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latestSupported();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (Element annotated : round.getElementsAnnotatedWith(Forwards.class)) {
      try {
        write((TypeElement) annotated);
      } catch (IOException e) {
        processingEnv
            .getMessager()
            .printMessage(Diagnostic.Kind.ERROR, "cannot write: " + e.getMessage(), annotated);
      }
    }
    return false;
  }

  private void write(TypeElement annotated) throws IOException {
    Forwards wanted = annotated.getAnnotation(Forwards.class);
    TypeElement type = (TypeElement) ((DeclaredType) value(annotated, "value")).asElement();
    ForwardedInterface source =
        new ForwardedInterface(
            processingEnv.getElementUtils().getPackageOf(annotated).getQualifiedName().toString(),
            type,
            wanted,
            types(annotated));
    try (Writer out =
        processingEnv.getFiler().createSourceFile(source.qualifiedName(), annotated).openWriter()) {
      out.write(source.text());
    }
  }

  /** Returns the names of the types that are wrapped. */
  private List<String> types(TypeElement annotated) {
    return ((List<?>) value(annotated, "tracked"))
        .stream().map(each -> ((AnnotationValue) each).getValue().toString()).toList();
  }

  /** Returns an attribute whose types are those of the compiler, not classes that are loaded. */
  private Object value(TypeElement annotated, String attribute) {
    for (AnnotationMirror mirror : annotated.getAnnotationMirrors()) {
      Map<? extends ExecutableElement, ? extends AnnotationValue> values =
          processingEnv.getElementUtils().getElementValuesWithDefaults(mirror);
      if (mirror.getAnnotationType().toString().equals(Forwards.class.getName())) {
        for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> each :
            values.entrySet()) {
          if (each.getKey().getSimpleName().contentEquals(attribute)) {
            return each.getValue().getValue();
          }
        }
      }
    }
    throw new IllegalStateException(annotated + " has no " + attribute);
  }
}
