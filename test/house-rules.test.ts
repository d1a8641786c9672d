/** The house rules that no linter checks: length, first comment and name of each file of `src`. */

import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';
import { type SourceFile, sourceFiles } from './support/source-files.ts';

const files = sourceFiles('src');

test('house rules: files are short, begin with a comment and have a kebab-case name that says something', () => {
  const problems = files.flatMap((file) => houseProblems(file).map((problem) => `${file.path}: ${problem}`));
  assert.deepEqual(problems, []);
});

const linesMax = 300;

function houseProblems({ path, text, code }: SourceFile): string[] {
  const name = basename(path, '.ts');
  return [
    text.split('\n').length - 1 > linesMax ? `more than ${linesMax} lines` : '',
    /^(\/\*\*|\/\/|#!)/.test(text) ? '' : 'does not begin with a comment',
    /^export default\b|\bas default\b/m.test(code) ? 'has a default export' : '',
    /\bas any\b|:\s*any\b|<any>/.test(code) ? 'uses any' : '',
    /@ts-(ignore|nocheck|expect-error)/.test(text) ? 'silences the compiler' : '',
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? '' : 'is not named in kebab-case',
    /\b(utils?|helpers?|manager|misc|common)\b/.test(name) ? 'has a name that says nothing' : '',
    /\b(TODO|FIXME|XXX)\b/.test(text) ? 'leaves work behind' : '',
  ].filter((problem) => problem !== '');
}

test('every class is an error', () => {
  const classes = files.flatMap(({ path, code }) =>
    [...code.matchAll(/\bclass\s+(\w+)(?:<[^>]*>)?(?:\s+extends\s+(\w+))?/g)].map((match) => ({
      path,
      base: match[2],
    })),
  );
  assert.ok(classes.length > 3);
  for (const { path, base } of classes) assert.match(base ?? 'nothing', /Error$/, path);
});
