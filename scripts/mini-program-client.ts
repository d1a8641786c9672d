/**
 * `node scripts/mini-program-client.ts [folder]`: compiles the client to the modules that a WeChat mini program loads
 * without a build (CommonJS), by default into the sample mini program. A test fails while those files are out of date.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const [target = join(root, 'examples/mini-program/photokiosk')] = process.argv.slice(2);

const config = {
  extends: join(root, 'client/tsconfig.json'),
  compilerOptions: {
    module: 'commonjs',
    moduleResolution: 'bundler',
    // WeChat's developer tool compiles the files again for older phones.
    target: 'es2018',
    verbatimModuleSyntax: false,
    declaration: false,
    rootDir: join(root, 'client/src'),
    outDir: resolve(target),
  },
  include: [],
  files: [join(root, 'client/src/photokiosk.ts'), join(root, 'client/src/wechat-transport.ts')],
};

const folder = mkdtempSync(join(tmpdir(), 'photokiosk-mini-program-'));
try {
  const file = join(folder, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(config));
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', file], { stdio: 'inherit' });
  // The compiled module has no code, because its source contains only types.
  rmSync(join(resolve(target), 'openapi-types.js'), { force: true });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
