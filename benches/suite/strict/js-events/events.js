'use strict';

const LIMIT = 3;

class Emitter {
  constructor() {
    this.handlers = new Map();
    this.sent = 0;
  }
  on(name, handler) {
    const list = this.handlers.get(name) || [];
    list.push(handler);
    this.handlers.set(name, list);
    return this;
  }
  emit(name, ...values) {
    const list = this.handlers.get(name) || [];
    for (const handler of list) handler.apply(this, values);
    this.sent++;
    return list.length;
  }
}

class Store extends Emitter {
  constructor(start) {
    super();
    this.items = Object.assign({}, start);
  }
  put(key, value) {
    const before = this.items[key];
    this.items[key] = value;
    if (before !== value) this.emit('change', key, before, value);
    return this;
  }
  get size() {
    return Object.keys(this.items).length;
  }
}

function log(key, before, after) {
  console.log(`${key}: ${before} -> ${after}`);
}

function checked(value) {
  if (typeof value !== 'number') throw new TypeError('no number');
  return Math.min(value, LIMIT);
}

const summed = (items) => Object.values(items).reduce((sum, it) => sum + it, 0);

const store = new Store({ a: 1, b: 2 });
store.on('change', log);
store.put('a', checked(5)).put('b', checked(2)).put('c', checked(1));
try {
  store.put('d', checked('x'));
} catch (error) {
  console.log(error.message);
}
console.log(store.size, store.sent, summed(store.items));
