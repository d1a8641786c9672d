/** Rules for the source files of the shop, of the code that both pages share, and of the built-in pages. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sourceFiles } from '../support/source-files.ts';

const web = join(import.meta.dirname, '../../web');
const tokens = join('shared', 'tokens.css');
const files = ['shop', 'shared'].flatMap((folder) =>
  readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => join(folder, name)),
);

assert.ok(files.length > 40, `only ${files.length} files`);

function textOf(file: string): string {
  return readFileSync(join(web, file), 'utf8');
}

test('no page writes HTML from a string or loads anything from another server', () => {
  for (const file of files) {
    const forbidden = /dangerouslySetInnerHTML|innerHTML|\beval\(|https?:\/\/(?!www\.w3\.org)/;
    assert.doesNotMatch(textOf(file), forbidden, file);
  }
});

test('from src/, the pages import only files of src/domain/', () => {
  for (const file of files) {
    for (const [, from = ''] of textOf(file).matchAll(/from '((?:\.\.\/)+src\/[^']+)'/g)) {
      assert.match(from, /\/src\/domain\//, `${file} imports ${from}`);
    }
  }
});

test('no file contains a colour except the file of the design tokens', () => {
  const styled = [
    ...files.filter((file) => /\.(tsx|css)$/.test(file)),
    join('static', 'assets', 'pages.css'),
  ];
  for (const file of styled) {
    if (file === tokens) continue;
    assert.doesNotMatch(textOf(file), /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/i, file);
  }
});

test('every CSS variable that a style uses is a design token', () => {
  const defined = new Set([...textOf(tokens).matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name));
  const styles = [...files.filter((file) => file.endsWith('.css')), join('static', 'assets', 'pages.css')];
  for (const file of styles) {
    for (const [, name = ''] of textOf(file).matchAll(/var\((--[a-z0-9-]+)/g)) {
      assert.ok(defined.has(name), `${file} uses ${name}`);
    }
  }
});

test('the pages call no function that one of the oldest browsers of vite.config.ts lacks', () => {
  // `lib` of web/tsconfig.json finds new functions of JavaScript. These are functions of browsers.
  const lacking = /\bURL\.(?:parse|canParse)\b|\bAbortSignal\.any\b/;
  const sources = ['web/shop', 'web/console', 'web/shared', 'client/src', 'src/domain'];
  for (const { path, code } of sources.flatMap((folder) => sourceFiles(folder, /\.tsx?$/))) {
    assert.doesNotMatch(code, lacking, path);
  }
});
