/** The processes in which all tests run: no file is forgotten, and files that change their process share it with no other. */

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { groupsOf, writeTestEntries } from '../scripts/tests/test-entries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the entries import every test file exactly once', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-entries-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const entries = writeTestEntries(root, folder);
  assert.deepEqual(entries, entries.toSorted(), 'the runner keeps the order');
  const imported = entries
    .flatMap((entry) => readFileSync(entry, 'utf8').match(/(?<=^import ").*(?=";$)/gm) ?? [])
    .map((url) => fileURLToPath(url));
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(root, 'test', file));
  assert.ok(files.length > 400);
  assert.deepEqual(imported.toSorted(), files.toSorted());
});

const plain = "test('a', () => {});\n";

test('files of one folder share processes', () => {
  const files = ['test/http/a.test.ts', 'test/http/b/c.test.ts', 'test/domain/d.test.ts'];
  assert.deepEqual(
    groupsOf(files, () => plain),
    [['test/domain/d.test.ts'], ['test/http/a.test.ts', 'test/http/b/c.test.ts']],
  );
});

for (const effect of [
  'before(async () => {});',
  'afterEach(() => {});',
  'openShopsOn(databases.open);',
  'const { testConcurrency } = await concurrencyTests();',
  'const server = await startPostgres();',
]) {
  test(`a file with \`${effect}\` outside \`describe\` has a process of its own`, () => {
    const files = ['test/http/a.test.ts', 'test/http/b.test.ts', 'test/http/c.test.ts'];
    const contentOf = (file: string) => (file === 'test/http/b.test.ts' ? `${effect}\n${plain}` : plain);
    assert.deepEqual(groupsOf(files, contentOf), [
      ['test/http/a.test.ts', 'test/http/c.test.ts'],
      ['test/http/b.test.ts'],
    ]);
  });
}

test('a hook of a `describe` has no effect on other files', () => {
  const files = ['test/http/a.test.ts', 'test/http/b.test.ts'];
  const content = "describe('a', () => {\n  before(() => {});\n});\n";
  assert.deepEqual(
    groupsOf(files, () => content),
    [files],
  );
});

test('files that start services and browsers, or test processes, have a process each, and the long ones start first', () => {
  const files = [
    'test/config.test.ts',
    'test/cli/a.test.ts',
    'test/http/b.test.ts',
    'test/imaging/process/c.test.ts',
    'test/imaging/process/d.test.ts',
    'test/web/e.test.ts',
    'test/web/f.test.ts',
  ];
  assert.deepEqual(
    groupsOf(files, () => plain).map((group) => group.join(' ')),
    [
      'test/web/e.test.ts',
      'test/web/f.test.ts',
      'test/cli/a.test.ts',
      'test/http/b.test.ts',
      'test/config.test.ts',
      'test/imaging/process/c.test.ts',
      'test/imaging/process/d.test.ts',
    ],
  );
});
