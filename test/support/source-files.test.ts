/** Tests of the import parser that the tests of the architecture use. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles('src');

test('the import parser finds every import line of the source', () => {
  assert.ok(files.length > 150, `only ${files.length} files`);
  const imports = files.flatMap((file) => file.imports);
  assert.ok(imports.length > 500, `only ${imports.length} imports`);
  for (const file of files) {
    const lines = new Set(file.code.match(/^import\b.*|.*\bimport\('.*/gm) ?? []).size;
    assert.ok(file.imports.length >= lines, `${file.path}: ${file.imports.length} imports in ${lines} lines`);
  }
});

test('the import parser finds every form of import', () => {
  const text = [
    "import a from 'a';",
    "import type { B } from './b.ts';",
    'import {\n  c,\n  type D,\n} from "never";'.replaceAll('"', "'"),
    "import * as e from '../e.ts';",
    "import f, { g } from 'f';",
    "import 'h';",
    "export { i } from './i.ts';",
    "export * from './j.ts';",
    "const k = await import('./k.ts');",
    "// import l from 'l';",
    "/* import m from 'm'; */",
  ].join('\n');
  const found = sourceFile('src/x/y.ts', text).imports.map(({ specifier }) => specifier);
  const expected = ['a', './b.ts', 'never', '../e.ts', 'f', './i.ts', './j.ts', 'h', './k.ts'];
  assert.deepEqual(found, expected);
  assert.equal(sourceFile('src/x/y.ts', text).imports[1]?.target, 'src/x/b.ts');
  assert.equal(sourceFile('src/x/y.ts', text).imports[1]?.typeOnly, true);
});
