/** Rules for the source files of the console. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../web/console');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(tsx?|css)$/.test(name),
);
const linesMax = 300;

function textOf(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}

test('every file has at most 300 lines, begins with a comment and has a kebab-case name', () => {
  assert.ok(files.length > 80, `only ${files.length} files`);
  for (const file of files) {
    const text = textOf(file);
    assert.ok(text.split('\n').length - 1 <= linesMax, `${file} is too long`);
    assert.match(text, /^\/\*/, `${file} does not begin with a comment`);
    assert.match(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*\.(tsx?|css)$/, file);
  }
});

test('no page writes HTML from a string', () => {
  for (const file of files)
    assert.doesNotMatch(textOf(file), /dangerouslySetInnerHTML|innerHTML|\beval\(/, file);
});

test('a page imports only types and files of src/domain/ from the service', () => {
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
