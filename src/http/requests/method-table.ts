/** Records the methods of each path, so that a wrong method is answered 405 with `Allow` and not 404. */

import type { FastifyInstance } from 'fastify';

export interface MethodTable {
  /** @returns the methods of this URL's path, sorted; empty for an unknown path. */
  allowedAt(url: string): readonly string[];
}

/** Call it before the first route is registered. */
export function collectMethods(app: FastifyInstance): MethodTable {
  const exact = new Map<string, Set<string>>();
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  app.addHook('onRoute', ({ url, method }) => {
    let methods: Set<string>;
    if (url.includes(':') || url.includes('*')) {
      const entry = patterns.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
      patterns.set(url, entry);
      methods = entry.methods;
    } else {
      methods = exact.get(url) ?? new Set<string>();
      exact.set(url, methods);
    }
    for (const one of Array.isArray(method) ? method : [method]) methods.add(one);
  });

  function allowedAt(url: string): readonly string[] {
    const [path = url] = url.split('?', 1);
    const methods =
      exact.get(path) ?? [...patterns.values()].find(({ pattern }) => pattern.test(path))?.methods;
    return methods === undefined ? [] : [...methods].sort();
  }

  return { allowedAt };
}

/** `:name` matches one segment, `*` the rest of the path. */
function patternOf(url: string): RegExp {
  const source = url
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z0-9_]+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${source}$`);
}
