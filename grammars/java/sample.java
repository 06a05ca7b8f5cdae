package org.example.sample;

import java.util.*;
import java.util.function.Function;
import static java.lang.Math.max;

/** A sample of the language. */
@Deprecated(since = "1", forRemoval = true)
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Sample<T extends Comparable<T> & Cloneable, U> extends Base<T> implements Runnable, Cloneable {
  private static final int LIMIT = 1 << 4, OTHER = 0xFF;
  protected volatile List<? extends Number> numbers = new ArrayList<>(10);
  int[] array = {1, 2, 3}, matrix[] = new int[2][];
  String text = "text\n" + 'c' + 1.5e3f + 10L + true + null;
  static { System.loadLibrary("sample"); }
  { counter++; }
  long counter;

  enum Color { RED, GREEN(1) { int value() { return 2; } }, BLUE; private int code; Color() {} Color(int code) { this.code = code; } int value() { return 1; } }
  interface Shape { double PI = 3.14; double area(double scale); default String name() { return "shape"; } }
  record Point(int x, int y) implements Shape { Point { assert x > 0 : "bad"; } public double area(double s) { return x * y; } }
  @interface Marker { String value() default ""; int[] codes() default {1, 2}; }
  sealed interface Node permits Leaf {}
  static final class Leaf implements Node {}
  static class Named extends Thread { Named(String name) { super(name); } }

  public Sample(int first, final String... rest) throws java.io.IOException {
    super(first);
    this.counter = first;
  }
  Sample() { this(1); }

  abstract void missing();
  native int external(int x);

  @Override
  public synchronized void run() {
    int i = 0, j;
    for (i = 0, j = 1; i < LIMIT && j != 0; i++, j--) {
      if (i % 2 == 0) continue;
      else if (i > 3) break;
      else { j += i; }
    }
    for (final Integer value : values()) counter -= value;
    outer:
    while (true) {
      do { counter >>>= 1; } while (counter > 0);
      if (i == 7) continue outer;
      break outer;
    }
    switch (i) {
      case 1:
      case 2: j = 1; break;
      default: j = -i;
    }
    int picked = switch (text) { case "a", "b" -> 1; case "c" -> { yield 2; } default -> throw new IllegalStateException(); };
    String matched = switch (object) { case String s when s.isEmpty() -> s; case Point(int x, var y) -> "p"; default -> ""; };
    try (var in = open(); Reader other = null) {
      throw new RuntimeException("bad");
    } catch (IllegalArgumentException | NullPointerException error) {
      error.printStackTrace();
    } finally {
      counter = 0L;
    }
    try { run(); } catch (Error error) { } finally { }
    synchronized (this) { notifyAll(); }
    if (object instanceof Point p && !(p.x() > 1)) return;
    assert counter >= 0;
    ;
  }

  private static <V> V generic(V value, Function<? super V, ? extends V> f) {
    Function<V, V> lambda = x -> { return x; };
    Comparator<V> typed = (V a, V b) -> 1;
    Comparator<V> compare = (a, b) -> max(a.hashCode(), b.hashCode());
    Runnable reference = Sample::new;
    var other = System.out::println;
    int[] made = new int[]{1, 2}, sized = new int[made.length];
    Object anonymous = new Object() { @Override public String toString() { return "anonymous"; } };
    long cast = (long) made[0] + ~sized[1] * (int) 'x';
    boolean test = cast > 1 ? true : cast < 0 || cast == 2;
    String block = """
        several
        lines""";
    class Local { int x; }
    return f.apply(Collections.<V>singletonList(value).get(0));
  }

  public static void main(String[] args) throws Exception {
    Sample<String, ?> sample = null;
    System.out.println(args.length + generic("x", y -> y).length());
  }
}
