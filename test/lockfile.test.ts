import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isUnverified, missingPlatforms, parseLock, supportedPlatforms } from '../scripts/lock/platforms.ts';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));

test('the lock file lists every optional platform package, so that `npm ci` works on every platform', () => {
  const missing = missingPlatforms(parseLock(readFileSync(file, 'utf8')));
  assert.deepEqual(
    missing.map(({ path }) => path),
    [],
    'run `npm run lock:complete`',
  );
});

test('the lock file has an integrity for each package that any npm installs on a supported platform', () => {
  assert.ok(supportedPlatforms.includes('linux-x64'));
  const { packages } = parseLock(readFileSync(file, 'utf8'));
  const unverified = Object.entries(packages).filter(([, entry]) =>
    supportedPlatforms.some((platform) => isUnverified(entry, platform)),
  );
  assert.deepEqual(
    unverified.map(([path]) => path),
    [],
    'run `npm run lock:complete`',
  );
});

test('a platform package without an entry is reported with its system, processor and C library', () => {
  const missing = missingPlatforms({
    packages: {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-x64-musl': '1.2.3', '@tool/darwin-arm64': '1.2.3' },
      },
      'node_modules/@tool/darwin-arm64': { version: '1.2.3' },
    },
  });
  assert.deepEqual(missing, [
    {
      path: 'node_modules/@tool/linux-x64-musl',
      entry: { version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['musl'], dev: true, optional: true },
    },
  ]);
});
