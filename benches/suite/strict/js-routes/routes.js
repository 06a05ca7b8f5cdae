'use strict';

function isBlank(text) {
  return text.trim() === '';
}

function decode(part) {
  try {
    return decodeURIComponent(part.replace(/\+/g, ' '));
  } catch (error) {
    return part;
  }
}

function parseQuery(text) {
  const result = {};
  for (const pair of text.split('&')) {
    if (isBlank(pair)) continue;
    const at = pair.indexOf('=');
    const key = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? true : decode(pair.slice(at + 1));
    result[key] = value;
  }
  return result;
}

function split(path) {
  const [head, query = ''] = path.split('?');
  const parts = head.split('/').filter(Boolean).map(decode);
  return { parts, query: parseQuery(query) };
}

function matcher(pattern) {
  const wanted = pattern.split('/').filter(Boolean);
  return function match(parts) {
    if (parts.length !== wanted.length) return null;
    const found = {};
    for (let index = 0; index < wanted.length; index++) {
      const it = wanted[index];
      if (it.startsWith(':')) found[it.slice(1)] = parts[index];
      else if (it !== parts[index]) return null;
    }
    return found;
  };
}

const routes = [
  { match: matcher('/users/:id'), run: ({ id }, query) => `user ${id} ${query.view || 'plain'}` },
  { match: matcher('/files/:dir/:name'), run: ({ dir, name }) => `file ${dir}/${name}` },
];

function route(path) {
  const { parts, query } = split(path);
  for (const { match, run } of routes) {
    const found = match(parts);
    if (found) return run(found, query);
  }
  return 'none';
}

for (const path of ['/users/7?view=full&x', '/files/a%20b/c+d', '/nothing']) console.log(route(path));
