/**
 * Enforces the layout of `docs/architecture.md`: imports go downwards only, and each npm package is imported by one
 * folder.
 */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { readRepositoryFile, sourceFiles } from './support/source-files.ts';

const files = sourceFiles('src');
const byPath = new Map(files.map((file) => [file.path, file]));

/** Which folders of `src` a folder may import from, besides itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  usecases: ['domain'],
  store: ['domain', 'usecases/ports'],
  jobs: ['domain', 'usecases/ports'],
  payments: ['domain', 'usecases/ports'],
  imaging: ['domain', 'usecases/ports'],
  webhooks: ['domain', 'usecases/ports'],
  files: ['domain', 'usecases/ports'],
  identity: ['domain', 'usecases/ports'],
  mail: ['domain', 'usecases/ports'],
  http: ['domain', 'usecases'],
  config: ['domain'],
  'config.ts': ['domain', 'config'],
};

/**
 * The topics of the use cases, each after those that it may import. `act.ts`, `deps.ts`, `public-ids.ts` and other files
 * beside the folders are shared by all; `create-service.ts`, `all-jobs.ts` and `identify.ts` compose the topics.
 */
const topics = [
  'ports',
  'callers',
  'jobs',
  'goods',
  'shop',
  'operators',
  'webhooks',
  'emails',
  'transitions',
  'differences',
  'problems',
  'delivery',
  'members',
  'refunds',
  'pictures',
  'payments',
  'reconciliation',
  'orders',
  'retention',
  'self-audit',
  'inbox',
  'numbers',
];
/** Files of `usecases/` that may import every topic. */
const topicComposers = ['all-jobs.ts', 'create-service.ts', 'identify.ts', 'service.ts', 'deps.ts'];

/** Folders and files that connect the adapters to the use cases, and therefore may import every folder. */
const composers = ['main', 'main.ts'];

/** The one folder that may import each npm package. */
const homes: Readonly<Record<string, string>> = {
  '@simplewebauthn/server': 'identity',
  commander: 'cli',
  'age-encryption': 'cli',
  '@fastify/busboy': 'http',
  '@fastify/fast-json-stringify-compiler': 'http',
  '@fastify/static': 'http',
  '@fastify/swagger': 'http',
  '@fastify/swagger-ui': 'http',
  '@fastify/type-provider-typebox': 'http',
  aws4fetch: 'files',
  fastify: 'http',
  fflate: 'payments',
  jose: 'identity',
  kysely: 'store',
  'lru-cache': 'http',
  nodemailer: 'mail',
  'onnxruntime-node': 'imaging',
  otpauth: 'identity',
  pg: 'store',
  pino: 'main',
  'prom-client': 'http',
  sharp: 'imaging',
  standardwebhooks: 'webhooks',
  stripe: 'payments',
  typebox: 'http',
  yazl: 'http',
};

/** `src/store/rows/job-row.ts` → `store`; `src/config.ts` → `config.ts`. */
function layerOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Whether the file declares a part of the store's port. These files are beside the use cases that need them. */
function isStorePart(path: string): boolean {
  return /^src\/usecases\/(?!ports\/)[^/]+\/[a-z-]+-store\.ts$/.test(path);
}

function isComposer(path: string): boolean {
  return composers.includes(layerOf(path));
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function isNpm(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('node:');
}

function allImports() {
  return files.flatMap((file) => file.imports.map((imported) => ({ file, ...imported })));
}

test('every folder of src is part of the layout', () => {
  const known = [...Object.keys(mayImport), ...composers];
  for (const file of files) assert.ok(known.includes(layerOf(file.path)), file.path);
});

test('imports go downwards only', () => {
  const wrong = allImports().flatMap(({ file, target }) => {
    const from = layerOf(file.path);
    if (target === undefined || isComposer(file.path) || layerOf(target) === from) return [];
    const allowed =
      mayImport[from]?.some(
        (folder) =>
          target.startsWith(`src/${folder}/`) || (folder === 'usecases/ports' && isStorePart(target)),
      ) ?? false;
    return allowed ? [] : [`${file.path} → ${target}`];
  });
  assert.deepEqual(wrong, []);
});

/** `src/usecases/orders/place-order.ts` → `orders`; undefined for a file beside the folders. */
function topicOf(path: string): string | undefined {
  return /^src\/usecases\/([^/]+)\//.exec(path)?.[1];
}

test('a topic of the use cases imports only topics that are listed before it', () => {
  const folders = new Set(files.flatMap(({ path }) => topicOf(path) ?? []));
  assert.deepEqual([...folders].sort(), topics.toSorted());
  const wrong = allImports().flatMap(({ file, target }) => {
    const from = topicOf(file.path);
    const to = target === undefined ? undefined : topicOf(target);
    if (target === undefined || from === undefined || to === undefined || from === to) return [];
    // A part of the store's port is no use case: every topic may read its types.
    if (isStorePart(target)) return [];
    return topics.indexOf(to) < topics.indexOf(from) ? [] : [`${file.path} → ${target}`];
  });
  assert.deepEqual(wrong, []);
});

test('files beside the topics import no topic, except those that compose them', () => {
  const wrong = allImports().flatMap(({ file, target }) => {
    if (!/^src\/usecases\/[^/]+$/.test(file.path) || topicComposers.includes(basename(file.path))) return [];
    const to = target === undefined ? undefined : topicOf(target);
    return to === undefined || to === 'ports' ? [] : [`${file.path} → ${target}`];
  });
  assert.deepEqual(wrong, []);
});

test('the parts of the store’s port import nothing but the domain and other ports', () => {
  const parts = files.filter(({ path }) => isStorePart(path));
  assert.ok(parts.length > 10, `only ${parts.length} parts`);
  const wrong = parts.flatMap(({ path, imports }) =>
    imports.flatMap(({ target = '', specifier }) => {
      const isPort = target.startsWith('src/usecases/ports/') || isStorePart(target);
      return isPort || target.startsWith('src/domain/') ? [] : [`${path} → ${specifier}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

/** JSON files are data, not source files: they import nothing. */
function isData(target: string): boolean {
  return target.endsWith('.json') && existsSync(join(import.meta.dirname, '..', target));
}

test('every relative import names a file that exists, extension included', () => {
  const missing = allImports().flatMap(({ file, target }) =>
    target === undefined || byPath.has(target) || isData(target) ? [] : [`${file.path} → ${target}`],
  );
  assert.deepEqual(missing, []);
});

test('no files import values from each other in a cycle', () => {
  const done = new Set<string>();
  const walk = (path: string, above: readonly string[]): void => {
    assert.ok(!above.includes(path), `cycle: ${[...above.slice(above.indexOf(path)), path].join(' → ')}`);
    if (done.has(path)) return;
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (target !== undefined && !typeOnly) walk(target, [...above, path]);
    }
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
});

test('the domain imports no package and no platform module; the use cases import only types of the platform', () => {
  for (const { file, specifier, target, typeOnly } of allImports()) {
    if (target !== undefined) continue;
    const layer = layerOf(file.path);
    assert.notEqual(layer, 'domain', `${file.path} imports ${specifier}`);
    if (layer === 'usecases') assert.ok(typeOnly && !isNpm(specifier), `${file.path} imports ${specifier}`);
  }
});

test('every dependency has one home folder, and only that folder imports it', () => {
  const { dependencies } = JSON.parse(readRepositoryFile('package.json')) as { dependencies: object };
  assert.deepEqual(Object.keys(dependencies).sort(), Object.keys(homes).sort());
  const astray = allImports()
    // A composer may import the types of the parts that it connects.
    .filter(({ file, specifier, typeOnly }) => isNpm(specifier) && !(typeOnly && isComposer(file.path)))
    .filter(({ file, specifier }) => homes[packageOf(specifier)] !== layerOf(file.path))
    .map(({ file, specifier }) => `${file.path} imports ${specifier}`);
  assert.deepEqual(astray, []);
});

test('only the file that configures the image library imports it, so that every picture is opened with its settings', () => {
  const importers = allImports().filter(({ specifier, typeOnly }) => specifier === 'sharp' && !typeOnly);
  assert.deepEqual(
    importers.map(({ file }) => file.path),
    ['src/imaging/codecs/image-library.ts'],
  );
});

test('only the command-line tool imports its package, and only `doctor/` and `local/` of it import other parts of the service', () => {
  const tool = sourceFiles('cli').flatMap((file) => file.imports.map((imported) => ({ file, ...imported })));
  assert.ok(tool.length > 20);
  const packages = tool.filter(({ specifier }) => isNpm(specifier) && homes[packageOf(specifier)] !== 'cli');
  assert.deepEqual(packages, []);
  /**
   * Files that every part of the tool may import, because they need no running service: they sign and verify
   * webhooks, and decide whether an address is on this machine.
   */
  const free = ['src/webhooks/sign-webhook.ts', 'src/webhooks/verify-webhook.ts', 'src/config/local-host.ts'];
  const astray = tool
    .filter(({ file }) => !/^cli\/(doctor|local)\//.test(file.path))
    .filter(({ target }) => target?.startsWith('src/') && !free.includes(target))
    .map(({ file, target }) => `${file.path} imports ${target}`);
  assert.deepEqual(astray, []);
});

test('the client package imports nothing but its own files', () => {
  const client = sourceFiles('client/src').flatMap(({ imports }) => imports);
  assert.ok(client.length > 5);
  assert.deepEqual(
    client.filter(({ target }) => !target?.startsWith('client/src/')).map(({ specifier }) => specifier),
    [],
  );
});

test('the domain and the use cases set no timers', () => {
  const inner = files.filter(({ path }) => ['domain', 'usecases'].includes(layerOf(path)));
  const waiting = inner.filter(({ code }) => /\bset(Timeout|Interval|Immediate)\b/.test(code));
  assert.deepEqual(
    waiting.map(({ path }) => path),
    [],
  );
});
