/**
 * `npm run lock:complete`: adds the missing entries of optional platform packages to `package-lock.json`. With a
 * registry that has only some platforms, npm omits the others from the lock file, and then a newer npm refuses
 * `npm ci` on every platform. Run the command after every change of the dependencies.
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
