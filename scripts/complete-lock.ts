/**
 * `npm run lock:complete`: gives `package-lock.json` an entry for every optional platform package that it
 * lacks. A registry that carries only some platforms makes npm leave the others out of the lock, and newer
 * npm then refuses `npm ci` everywhere. Run it after every change of the dependencies.
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
