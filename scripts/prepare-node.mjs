/**
 * Runs after npm has installed the packages. Fails if npm ran with a Node that is too old, because npm then leaves out
 * optional packages that need a newer one, such as the builder of the web pages. Then links `node_modules/.bin/node` to
 * the Node binary of this platform: npm up to version 10 removes the link when it leaves out the packages of other
 * platforms, because they have a command of the same name.
 *
 * The Node that runs npm runs this file, so the file is plain JavaScript and imports no package.
 */

import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const { engines, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * @param {string} version for example `22.13.1`
 * @param {string} range for example `^20.19.0 || >=22.12.0`
 */
function isWithin(version, range) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const [, operator, leastMajor, leastMinor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(part.trim()) ?? [];
    const isSameMajor = major === Number(leastMajor);
    return (isSameMajor && minor >= Number(leastMinor)) || (operator === '>=' && major > Number(leastMajor));
  });
}

if (!isWithin(process.versions.node, engines.node)) {
  console.error(
    `npm runs with Node ${process.versions.node}, but "npm ci" needs Node ${engines.node}. See docs/operating.md.`,
  );
  process.exit(1);
}

const link = join(packages, '.bin/node');
// npm installs the package of this platform only.
const installed = Object.keys(optionalDependencies).find((name) =>
  existsSync(join(packages, name, 'bin/node')),
);
// On Windows, where npm makes a script instead of a link, the package has no file of this name.
if (installed !== undefined && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join('..', installed, 'bin/node'), link);
}
