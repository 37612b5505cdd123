package io.headwaiter.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The sizes of source files: lines of a file, lines of a method's body, and parameters of a method
 * or constructor, where they are above the limit. The header of a record does not count.
 */
final class SourceSizes extends TreePathScanner<Void, Void> {
  private final int linesMax;
  private final int methodLinesMax;
  private final int parametersMax;
  private final Map<String, Integer> over = new TreeMap<>();
  private SourcePositions positions;
  private CompilationUnitTree unit;
  private String file;

  SourceSizes(int linesMax, int methodLinesMax, int parametersMax) {
    this.linesMax = linesMax;
    this.methodLinesMax = methodLinesMax;
    this.parametersMax = parametersMax;
  }

  /**
   * Returns what is over a limit in the Java files below these folders, with its size: {@code
   * "lines of Door.java"}, {@code "lines of Door.open"}, {@code "parameters of Door.<init>"}.
   */
  Map<String, Integer> over(List<Path> folders) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      for (Path folder : folders) {
        List<Path> sources = sources(folder);
        JavacTask task =
            (JavacTask)
                compiler.getTask(
                    null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
        positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree parsed : task.parse()) {
          look(parsed);
        }
      }
    }
    return over;
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(".java")).toList();
    }
  }

  private void look(CompilationUnitTree parsed) throws IOException {
    unit = parsed;
    Path path = Path.of(parsed.getSourceFile().toUri());
    file = path.getFileName().toString();
    try (Stream<String> lines = Files.lines(path)) {
      note("lines of " + file, lines.count(), linesMax);
    }
    scan(parsed, null);
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    String name = file.replace(".java", ".") + method.getName();
    if (!isRecordHeader(method)) {
      note("parameters of " + name, method.getParameters().size(), parametersMax);
    }
    if (method.getBody() != null) {
      LineMap lines = unit.getLineMap();
      long begin = lines.getLineNumber(positions.getStartPosition(unit, method.getBody()));
      long end = lines.getLineNumber(positions.getEndPosition(unit, method.getBody()));
      note("lines of " + name, end - begin + 1, methodLinesMax);
    }
    return super.visitMethod(method, null);
  }

  /** Returns whether the parameters of a constructor are the components of its record. */
  private boolean isRecordHeader(MethodTree method) {
    ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
    long components =
        owner.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .map(VariableTree.class::cast)
            .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
            .count();
    return owner.getKind() == Tree.Kind.RECORD
        && method.getReturnType() == null
        && method.getParameters().size() == components;
  }

  private void note(String what, long size, int max) {
    if (size > max) {
      over.merge(what, (int) size, Math::max);
    }
  }
}
