#!/usr/bin/env dart
// A sample of the language.
library sample.shapes;

import 'dart:math' as math show max, min hide pi;
import "other.dart";
export 'exported.dart';
part 'part.dart';

const int limit = 0x1F;
final names = <String, int>{'one': 1, 'two': 2};
late var total = 1.5e3;
typedef Combine<T> = T Function(T left, T right);

enum Kind { small, large }

abstract class Shape<T extends Object> {
  T get area;
  void move(int dx, [int dy = 0]);
}

mixin Named on Shape {
  String? name;
}

extension Shout on String {
  String shout() => toUpperCase() + '!';
}

@deprecated
class Point<T extends num> extends Base with Named implements Shape<T> {
  static const origin = 0;
  final int x, y;
  int _hidden = 1;

  Point(this.x, {required this.y, String? name}) : _hidden = x + 1, super(x) {
    this.name = name ?? 'none';
  }
  const Point.zero() : x = 0, y = 0;
  factory Point.make(int x) => Point(x, y: 1);

  @override
  T get area => x * y as T;
  set size(int value) {
    _hidden = value;
  }

  @override
  void move(int dx, [int dy = 0]) {
    _hidden += dx;
  }

  Point operator +(Point other) => other;
}

Future<int?> check<T>(int value, List<T> list, void Function(int) block, {int first = 1}) async {
  var counter = value > 3 ? value : -value;
  if (list.isEmpty && value != 1 || !(first == 1)) {
    return null;
  } else if (value is int) {
    counter++;
  } else {
    throw ArgumentError('bad $value and ${list.length + 1}');
  }
  for (var i = 0; i < limit; i++) {
    if (i % 2 == 0) continue;
    print(i);
  }
  for (final item in list) {
    print(item);
  }
  outer:
  while (counter > 0) {
    counter -= 1;
    break outer;
  }
  do {
    block(counter);
  } while (counter < 3);
  switch (value) {
    case 1:
    case 2:
      print('small');
      break;
    default:
      print('large');
  }
  try {
    await Future.delayed(Duration.zero);
  } on FormatException catch (error, trace) {
    rethrow;
  } catch (error) {
    print(error);
  } finally {
    counter = 0;
  }
  assert(counter >= 0, 'bad');
  return counter;
}

Iterable<int> each() sync* {
  yield 1;
  yield* [2, 3];
}

void main(List<String> args) {
  var double = (int x) => x * 2;
  var list = [1, 2.5, if (args.isEmpty) 3, for (var i in [1]) i, ...args];
  var text = '''several
lines''';
  var point = Point<int>(1, y: 2)
    ..move(3)
    ..name = "new";
  names['a']?.toString();
  print(double(2) + list.length + point.x!);
  int local(int z) => z;
  var set = {1, 2}, map = {'a': 1}, other = null ?? true;
}
