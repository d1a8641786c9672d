/**
 * `npm run lock:complete`: adds the missing entries of optional platform packages to `package-lock.json`. If a
 * registry has packages for some platforms only, npm omits the others from the lock file, and newer versions of npm
 * then refuse `npm ci` on every platform. Run this script after every change of the dependencies.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, missingPlatforms, parseLock } from './lock/platforms.ts';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = parseLock(readFileSync(file, 'utf8'));
const missing = missingPlatforms(lock);
for (const { path, entry } of missing) lock.packages[path] = entry;
writeFileSync(file, format(lock));
console.log(`${missing.length} entries added`);
