/**
 * Checks the documentation against the code: everything that a page names exists, and everything that must be
 * documented is documented. It cannot check whether a sentence is true.
 */

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { jobKinds } from '../src/usecases/all-jobs.ts';
import { auditActions, auditTargetKinds } from '../src/usecases/callers/audit-store.ts';
import { readRepositoryFile } from './support/source-files.ts';

const root = join(import.meta.dirname, '..');

const pages = [
  'README.md',
  'CHANGELOG.md',
  'client/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
];

const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));

/** The rows of every table on a page, without the header and the rule below it. */
function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line, index, lines) => line.startsWith('|') && !line.startsWith('|:') && !isHeader(lines, index))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

function isHeader(lines: readonly string[], index: number): boolean {
  return lines[index + 1]?.startsWith('|:') ?? false;
}

function section(text: string, heading: string): string {
  const [, after = ''] = text.split(`\n## ${heading}\n`, 2);
  return after.split('\n## ', 1)[0] ?? '';
}

/** The anchors that common Markdown renderers give the headings of a page. */
function anchorsOf(text: string): string[] {
  const headings = text.match(/^#+ .*/gm) ?? [];
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every relative link leads to a file, and to a heading if it names one', () => {
  const broken: string[] = [];
  let links = 0;
  for (const page of pages) {
    for (const [, target = ''] of readRepositoryFile(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links += 1;
      const [path = '', anchor] = target.split('#', 2);
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(root, file))) broken.push(`${page} → ${target}`);
      else if (anchor !== undefined && !anchorsOf(readRepositoryFile(file)).includes(anchor))
        broken.push(`${page} → ${target}`);
    }
  }
  assert.ok(links > 50, `only ${links} links`);
  assert.deepEqual(broken, []);
});

test('every path of the repository that a page names exists', () => {
  const missing: string[] = [];
  for (const page of pages) {
    const named = readRepositoryFile(page).matchAll(
      /`((?:src|test|docs|models|scripts|bench|web)\/[A-Za-z0-9._/-]+)`/g,
    );
    for (const [, path = ''] of named) if (!existsSync(join(root, path))) missing.push(`${page}: ${path}`);
  }
  assert.deepEqual(missing, []);
});

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readRepositoryFile('package.json')) as { scripts: Record<string, string> };
  const missing: string[] = [];
  for (const page of pages) {
    const named = readRepositoryFile(page).matchAll(/\bnpm (?:run ([a-z:]+)|(start|test)\b)/g);
    for (const [, run, short] of named) {
      const script = run ?? short ?? '';
      if (scripts[script] === undefined) missing.push(`${page}: npm run ${script}`);
    }
  }
  assert.deepEqual(missing, []);
});

test('the table of variables lists exactly the variables that the configuration reads', () => {
  const code = ['config.ts', ...readdirSync(join(root, 'src/config')).map((file) => `config/${file}`)]
    .map((file) => readRepositoryFile(`src/${file}`))
    .join('\n');
  const read = [
    ...code.matchAll(
      /\b(?:text|integer|integerOrOff|choice|url|list|secret|secretList)\(\s*'([A-Z][A-Z0-9_]+)'/g,
    ),
  ].map(([, name]) => name);
  const table = section(readRepositoryFile('docs/operating.md'), 'Configuration');
  const documented = tableRows(table).map(([name = '']) => name.replaceAll('`', ''));
  assert.ok(read.length > 20, `only ${read.length} variables found`);
  assert.deepEqual(documented.sort(), [...new Set(read)].sort());
});

test('every variable in the README is in the table of variables', () => {
  const table = section(readRepositoryFile('docs/operating.md'), 'Configuration');
  const known = tableRows(table).map(([name = '']) => name.replaceAll('`', ''));
  const shown = tableRows(section(readRepositoryFile('README.md'), 'Configuration'));
  for (const [names = ''] of shown) {
    for (const [, name = ''] of names.matchAll(/`([A-Z_]+)`/g)) assert.ok(known.includes(name), name);
  }
});

test('every operation of the interface is in the README and in the client guide', () => {
  const { paths } = JSON.parse(readRepositoryFile('docs/openapi.json')) as { paths: object };
  const operations = Object.keys(paths).flatMap((path) => /^\/index\.php\/v1\/(\w+)/.exec(path)?.[1] ?? []);
  assert.ok(operations.length > 10, `only ${operations.length} operations`);
  for (const page of ['README.md', 'docs/client-guide.md']) {
    const text = readRepositoryFile(page);
    for (const name of operations) assert.match(text, new RegExp(`\`${name}[\`/]`), `${page}: ${name}`);
  }
});

test('every metric that the operating page names exists', () => {
  const metrics = ['metrics', 'disk-metrics', 'job-metrics', 'provider-metrics', 'upload-metrics']
    .map((name) => readRepositoryFile(`src/http/health/${name}.ts`))
    .join('');
  const named = new Set(readRepositoryFile('docs/operating.md').match(/photokiosk_[a-z_]+/g));
  assert.ok(named.size >= 3);
  for (const name of named) assert.ok(metrics.includes(`'${name.replace(/_count$/, '')}'`), name);
});

test('the page of the admin API lists exactly the actions and kinds of targets of the audit log', () => {
  const page = readRepositoryFile('docs/admin-api.md');
  const listed = (name: string) => {
    const [, list = ''] = new RegExp(`^\`${name}\` is one of (.*?)\\.`, 'm').exec(page) ?? [];
    return [...list.matchAll(/`(\w+)`/g)].map(([, word]) => word);
  };
  assert.deepEqual(listed('action'), auditActions);
  assert.deepEqual(listed('target_kind'), auditTargetKinds);
});

test('every kind of job is in the architecture page', () => {
  const text = readRepositoryFile('docs/architecture.md');
  for (const kind of jobKinds) assert.ok(text.includes(`\`${kind}\``), kind);
});

test('every decision has the same parts, fits on one page and is in the index', () => {
  const index = readRepositoryFile('docs/decisions/README.md');
  assert.ok(decisions.length > 30, `only ${decisions.length} decisions`);
  for (const page of decisions) {
    const text = readRepositoryFile(page);
    const headings = (text.match(/^## .*/gm) ?? []).filter((heading) => heading !== '## Measurements');
    assert.deepEqual(headings, ['## Context', '## Decision', '## Consequences'], page);
    assert.ok(text.split('\n').length <= 45, `${page} is longer than a page`);
    const title = /^# (.*)/.exec(text)?.[1] ?? '';
    const file = page.slice('docs/decisions/'.length);
    assert.ok(index.includes(`[${title}](${file})`), `${page} is not in the index under its title`);
  }
});

test('every test that the specification table names exists under that name', () => {
  const missing: string[] = [];
  let named = 0;
  for (const [, file = '', name = ''] of readRepositoryFile('docs/spec-table.md').matchAll(
    /`(test\/[^`]+)`: “([^”]+)”/g,
  )) {
    named += 1;
    const text = existsSync(join(root, file)) ? readRepositoryFile(file).replaceAll("\\'", "'") : '';
    if (!text.includes(name)) missing.push(`${file}: ${name}`);
  }
  assert.ok(named > 30, `only ${named} tests named`);
  assert.deepEqual(missing, []);
});

test('every clause of the specification table names its code and its tests', () => {
  for (const cells of tableRows(readRepositoryFile('docs/spec-table.md'))) {
    assert.equal(cells.length, 4, cells.join(' | '));
    assert.ok(
      cells.every((cell) => cell !== ''),
      cells.join(' | '),
    );
  }
});

test('no page contains a path of a machine or an open task', () => {
  for (const page of pages) {
    const found = readRepositoryFile(page).match(
      /(?<!\w)\/(?:work|home|tmp|root)\/|\.\.\/shared|\bTODO\b|\bFIXME\b/g,
    );
    assert.equal(found, null, `${page}: ${found?.join(', ')}`);
  }
});
