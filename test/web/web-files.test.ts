/** House rules for the shop's files and what both pages share. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const web = join(import.meta.dirname, '../../web');
const files = ['shop', 'shared'].flatMap((folder) =>
  readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => join(folder, name)),
);
const linesMax = 300;

test('files are short, begin with what they are for, and are named in kebab-case', () => {
  assert.ok(files.length > 40, `only ${files.length} files`);
  for (const file of files) {
    const text = readFileSync(join(web, file), 'utf8');
    assert.ok(text.split('\n').length - 1 <= linesMax, `${file} is too long`);
    assert.match(text, /^\/\*/, `${file} does not begin with a comment`);
    assert.match(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*\.(tsx?|css)$/, file);
    assert.doesNotMatch(text, /\bas any\b|:\s*any\b|@ts-(ignore|nocheck|expect-error)|\bTODO\b/, file);
  }
});

test('nothing of the shop is written as HTML, and nothing comes from elsewhere', () => {
  for (const file of files) {
    const text = readFileSync(join(web, file), 'utf8');
    assert.doesNotMatch(text, /dangerouslySetInnerHTML|innerHTML|\beval\(|https?:\/\/(?!www\.w3\.org)/, file);
  }
});

test('the pages take from the service’s source only its pure facts', () => {
  for (const file of files) {
    const text = readFileSync(join(web, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/from '((?:\.\.\/)+src\/[^']+)'/g)) {
      assert.match(from, /\/src\/domain\//, `${file} imports ${from}`);
    }
  }
});
