import fs, { type Stats, readFile as read } from "fs";
import type { Config } from './config';
import whole from "./whole";
import Inner = Outer.Inner;
import * as all from "all";
import legacy = require("legacy");
export { read as renamed, type Config };
export * from "other";
export * as names from "names";
export default class Default<T> {}
export type { Stats };
/// <reference types="node" />
declare const VERSION: string;
declare function external(x: (y: number) => void): void;
declare module "virtual" { export const x: number; }
declare global { interface Window { sample: Sample } }
namespace Space { export type Deep = { deep: number }; }
namespace Outer.Inner { export const deep = 1; }

enum Color { Red, Green = 1 << 2, Blue = "blue" }
const enum Flag { A, B }
type Alias<T, U extends keyof T = keyof T> = { readonly [K in U]?: T[K] } & Partial<T>;
type Union = | "a" | 'b' | 1 | -1 | null | undefined | void | never;
type Fn = (x: number, y?: string, ...rest: any[]) => asserts x is number;
type Ctor = abstract new (...args: unknown[]) => object;
type Conditional<T> = T extends (infer U extends string)[] ? U : T extends string ? `x${T}` : never;
type Tuple = [first: number, second?: string, ...rest: boolean[]];
type Query = typeof VERSION | Color.Red | unique symbol | this;

interface Shape<T = number> extends Base, Other<T> {
  readonly name: string;
  area?(scale: number): T;
  (call: number): string;
  new (make: string): Shape;
  [key: string]: any;
  get value(): T;
  method<K>(k: K): asserts k;
}

function plain(this: Window, a: number, b?: string, c: boolean = true, ...rest: number[]): number {
  let total = 0, i: number | undefined;
  for (i = 0; i < 10; i++) {
    if (i % 2 === 0) continue;
    else if (i > 5) break;
    else total += i;
  }
  for (const item of rest) total -= item;
  for (const key in { a, b }) { delete (all as any)[key]; }
  while (total > 100) { total /= 2; }
  do { total--; } while (total & 1);
  switch (a) {
    case 1: case 2: return 1;
    default: throw new Error(`bad ${a}`);
  }
  try { risky(); } catch (error: unknown) { console.error(error); } finally { total = 0; }
  label: { break label; }
  again: while (total) { continue again; }
  var old = 1;
  const { length } = rest, named = function inner(x: number) { return inner; }, short = x => x;
  [total, old] = [old, total];
  return total;
}
function overloaded(x: string): string;
function overloaded(x: number): number;
function overloaded(x: any): any { return x; }
function isString(x: unknown): x is string { return typeof x === "string"; }
function* generator<T>(x: T): Generator<T, void> { yield x; yield* [x]; }
async function later(): Promise<void> { await Promise.all([1, 2]); }

@decorated({ key: "value" })
abstract class Sample<T extends object> extends Default implements Shape, Other<T> {
  private static readonly count: number = 0;
  declare field: string;
  protected name?: string;
  definite!: number;
  #secret = 1;
  static { Sample.prototype; }
  constructor(public x: number, private readonly y = 2) { super(); this.#secret = x; }
  abstract area(): number;
  @bound() async method<U>(u: U, @inject() v?: T): Promise<U> { return u; }
  get value(): number { return this.#secret; }
  set value(v: number) { this.#secret = v; }
  override toString = (): string => `${this.name ?? "none"}`;
}

const object = { a: 1, b: { c: [1, 2, , 3] }, ["computed"]: 4, method() { return 1; }, get g() { return 2; }, ...all };
const { a: renamed, b: { c = [] } = {}, ...others } = object;
const [first, , third = 1, ...tail]: number[] = [1, 2, 3];
const arrow = <T,>(x: T): T => x, single = async (x: number) => { return x; };
const casted = <any>object as unknown as Shape, checked = object satisfies object, sure = others!.x;
let chained = renamed > 0 ? object?.b?.["c"] : first!.toFixed?.(2), big = 10n, regex = /ab+c/gi;
let instantiated = new Map<string, number[]>([["a", [1]]]), typed: Array<typeof first> = [], fn: typeof plain<number>;
var assertion = !first && -third || void 0, text = "x" + 'y', inst = casted instanceof Sample;
generic<string, Shape<number>>(1)(2).then((value) => value, function (error) { return null; });
if (first) arrow(1); else single(2)
export = object;

function made<T>(from: T): Holder<T> {
  return new Holder<T>();
}

class Holder<T> {
  held?: T;
  constructor(held: T) { this.held = held; }
}
class Full extends Holder<number> { constructor() { super(1); } }
declare class Declared { constructor(x: number); }

made<number>(1);
const page = html`<p class="a">text</p>`, wanted = gql`query { shape { area } }`;
