#!/usr/bin/env node
'use strict';
// Modules.
import base, { one as first, two } from './base.js';
import * as all from "all";
import { only } from 'only';
import './side-effect.js';
import data from './data.json' with { type: 'json' };
export { first, two as second };
export * from 'other';
export * as names from 'names';
export default function () { return base; }
export const exported = 1, other = /ab+c/gi;

/* Variables and literals. */
var undefinedYet, counter = 0, octal = 0o17, big = 10n, tiny = .5e-3;
let text = "line\n", template = `a ${counter + 1} b ${`nested ${text}`}`;
const { a, b: renamed, c = 3, ...others } = { a: 1, b: 2, 'quoted': 3, 4: 5, [text]: 6, a, ...base };
const [head, , third = 1, ...tail] = [1, 2, , 4, ...others];
const truth = !true && false || null ?? undefined, nan = -NaN, inverted = ~1;

function plain(x, y = 2, { z }, [w], ...rest) {
  if (x > y) {
    return x - y;
  } else if (x === y) {
    return;
  } else {
    x += y;
  }
  for (let i = 0, j = 1; i < 10 && j; i++, --j) {
    if (i % 2 === 0) continue;
    counter ^= i << 1 >>> 2;
  }
  for (const key in z) delete z[key];
  for (const item of rest) { void item; }
  for (;;) break;
  outer: while (true) {
    do {
      if (--y < 0) break outer; else continue outer;
    } while (y);
  }
  switch (typeof x) {
    case 'number':
    case 'string':
      x = 1;
      break;
    default:
      debugger;
  }
  try {
    throw new Error(`bad ${x}`);
  } catch ({ message }) {
    console.log(message, w);
  } finally {
    counter = 0;
  }
  try { plain(); } catch { }
  with (x) y = 1;
  ;
  return x, y;
}

function* generator() {
  const received = yield 1;
  yield* [received];
}

async function later(url) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ url }) });
  for await (const chunk of response.body) process(chunk);
  return response?.status ?? response?.["code"] ?? response.go?.(1);
}

@decorated
class Shape extends (Base, mixin(Base)) {
  static count = 0;
  #secret = 1;
  name;
  static { Shape.count = 1; }
  constructor(name, ...args) {
    super(...args);
    this.name = name;
    new.target;
  }
  get area() { return this.#secret ** 2; }
  set area(value) { this.#secret = value; }
  static async *make(n) { yield n; }
  @bound
  method() { return super.method() instanceof Shape; }
  ['computed' + 1]() {}
}

const arrow = (x, y) => x * y, single = x => { return x; }, empty = () => ({}), promised = async x => await x;
const expression = function named() { return arrow(1, 2)(3).field; };
const steps = function* () { yield 1; };
try { [x, { y }] = tail; ({ a, b: y } = rest); } catch (error) { throw error; }
const klass = class Inner extends Shape { constructor(n) { this.n = n; } };
class Square extends Shape { constructor() { super("square"); } }
const object = {
  method(x) { return x; }, get value() { return 1; }, set value(v) { }, async run() { }, *steps() { },
  arrow: (a, b = 1) => a in b,
  nested: { deep: { deeper: [1, [2, { three: 3 }]] } },
};
const chained = counter > 0 ? text.length : counter < 0 ? -1 : object.nested.deep["deeper"][0];
const jsx = <div className="box" {...object} onClick={() => plain(1)}>
  text {chained} <br/> &amp; <Inner.Part key={1}>more</Inner.Part><></>
</div>;
counter += 1, counter--, counter ||= 2;
(function () { this.x = arguments[0]; })();
(async () => { await later('http://localhost/'); })();
new Shape;
new Map([[1, 2]]).forEach((value, key) => { object[key] = value; });
tag`hello ${text} world`;
var noSemicolon = 1
let lines = [
  1,
  2,
]
if (a) b
else renamed()
const page = html`<p class="a">text</p>`, wanted = gql`query { shape { area } }`;
later = (x) => x;
