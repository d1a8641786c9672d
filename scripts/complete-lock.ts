/**
 * `npm run lock:complete`: adds the missing entries of optional platform packages to `package-lock.json`. If a
 * registry has packages for some platforms only, npm omits the others from the lock file, and newer versions of npm
 * then refuse `npm ci` on every platform. If a package of a supported platform has no integrity in the lock file, the
 * script also gets it from the registry. Run it after every change of the dependencies.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, isUnverified, missingPlatforms, parseLock, supportedPlatforms } from './lock/platforms.ts';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = parseLock(readFileSync(file, 'utf8'));
const missing = missingPlatforms(lock);
for (const { path, entry } of missing) lock.packages[path] = entry;
let verified = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!supportedPlatforms.some((platform) => isUnverified(entry, platform))) continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const { stdout } = spawnSync('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'], {
    encoding: 'utf8',
  });
  const integrity = stdout.trim();
  if (!/^sha512-[A-Za-z0-9+/]+={0,2}$/.test(integrity)) continue;
  lock.packages[path] = { ...entry, integrity };
  verified += 1;
}
writeFileSync(file, format(lock));
console.log(`${missing.length} entries and ${verified} integrities added`);
