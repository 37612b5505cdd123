package io.headwaiter.forwarding;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;

/** The source of an interface whose default methods forward those of a type. */
final class ForwardedInterface {
  private static final String SQL_EXCEPTION = "java.sql.SQLException";

  private final String packageName;
  private final TypeElement type;
  private final Forwards wanted;
  private final List<String> tracked;

  ForwardedInterface(String packageName, TypeElement type, Forwards wanted, List<String> tracked) {
    this.packageName = packageName;
    this.type = type;
    this.wanted = wanted;
    this.tracked = tracked;
  }

  String qualifiedName() {
    return packageName + "." + simpleName();
  }

  private String simpleName() {
    return "Forwarded" + type.getSimpleName();
  }

  String text() {
    StringBuilder text = new StringBuilder("package " + packageName + ";\n\n");
    text.append("@SuppressWarnings({\"deprecation\", \"removal\"})\n");
    // What java.sql takes and returns may be null.
    text.append("@org.jspecify.annotations.NullUnmarked\n");
    text.append("interface %s extends %s {\n".formatted(simpleName(), type));
    text.append("  %s live() throws %s;\n".formatted(type, SQL_EXCEPTION));
    if (!wanted.running().isEmpty()) {
      text.append("  %s running() throws %s;\n".formatted(type, SQL_EXCEPTION));
    }
    text.append("  %s failed(%s error);\n".formatted(SQL_EXCEPTION, SQL_EXCEPTION));
    tracked.forEach(t -> text.append("  %s tracked(%s result);\n".formatted(t, t)));
    for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
      if (!method.getModifiers().contains(Modifier.STATIC) && !is(method, wanted.except())) {
        text.append(forwarding(method));
      }
    }
    return text.append("}\n").toString();
  }

  private static boolean is(ExecutableElement method, String names) {
    return method.getSimpleName().toString().matches(names);
  }

  private String forwarding(ExecutableElement method) {
    boolean running = is(method, wanted.running());
    String target = running ? "running()" : "live()";
    if (!running && !is(method, wanted.guarded())) {
      return signature(method) + "    " + call(method, target) + "  }\n";
    }
    return signature(method)
        + "    %s target = %s;\n".formatted(type, target)
        + "    try {\n      %s    } catch (%s e) {\n"
            .formatted(call(method, "target"), SQL_EXCEPTION)
        + "      throw failed(e);\n    }\n  }\n";
  }

  private static String signature(ExecutableElement method) {
    String generics =
        method.getTypeParameters().stream()
            .map(TypeParameterElement::toString)
            .collect(Collectors.joining(", "));
    String parameters =
        IntStream.range(0, method.getParameters().size())
            .mapToObj(i -> method.getParameters().get(i).asType() + " " + name(i))
            .collect(Collectors.joining(", "));
    String thrown =
        method.getThrownTypes().stream().map(Object::toString).collect(Collectors.joining(", "));
    return "\n  @Override\n  default %s%s %s(%s) throws %s {\n"
        .formatted(
            generics.isEmpty() ? "" : "<" + generics + "> ",
            method.getReturnType(),
            method.getSimpleName(),
            parameters,
            thrown);
  }

  private String call(ExecutableElement method, String target) {
    String arguments =
        IntStream.range(0, method.getParameters().size())
            .mapToObj(ForwardedInterface::name)
            .collect(Collectors.joining(", "));
    String call = "%s.%s(%s)".formatted(target, method.getSimpleName(), arguments);
    if (method.getReturnType().getKind() == TypeKind.VOID) {
      return call + ";\n";
    }
    boolean wrapped = tracked.contains(method.getReturnType().toString());
    return "return " + (wrapped ? "tracked(" + call + ")" : call) + ";\n";
  }

  private static String name(int parameter) {
    return Character.toString('a' + parameter);
  }
}
