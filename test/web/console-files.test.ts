/** Rules for the source files of the console. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../web/console');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(tsx?|css)$/.test(name),
);

assert.ok(files.length > 80, `only ${files.length} files`);

function textOf(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

test('no page writes HTML from a string', () => {
  for (const file of files)
    assert.doesNotMatch(textOf(file), /dangerouslySetInnerHTML|innerHTML|\beval\(/, file);
});

test('from src/, a page imports only types and files of src/domain/', () => {
  for (const file of files) {
    for (const [, type, from = ''] of textOf(file).matchAll(
      /import (type )?[^;]*? from '((?:\.\.\/)+src\/[^']+)'/g,
    )) {
      assert.ok(type !== undefined || from.includes('/src/domain/'), `${file} imports ${from}`);
    }
  }
});

test('no file of the console contains a colour: every colour is a design token', () => {
  for (const file of files) {
    assert.doesNotMatch(textOf(file), /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i, file);
  }
});
