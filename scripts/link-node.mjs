/**
 * Links `node_modules/.bin/node` to the Node binary of this platform. npm up to version 10 removes the link when it
 * leaves out the packages of other platforms, because they have a command of the same name.
 *
 * The Node that runs npm runs this file and may be version 18, so the file is plain JavaScript and imports no package.
 */

import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const link = join(packages, '.bin/node');
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// npm installs the package of this platform only.
const installed = Object.keys(optionalDependencies).find((name) =>
  existsSync(join(packages, name, 'bin/node')),
);

// On Windows, where npm makes a script instead of a link, the package has no file of this name.
if (installed !== undefined && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join('..', installed, 'bin/node'), link);
}
