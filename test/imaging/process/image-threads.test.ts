/** The threads of libvips in an image process. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fixedImageThreads } from '../../../src/imaging/process/image-process.ts';

/** Makes a picture and prints how many threads of libvips the process then has. */
const script = `
import { readdirSync, readFileSync } from 'node:fs';
import { pictureOf } from '${new URL('../../../src/imaging/codecs/image-library.ts', import.meta.url)}';
await pictureOf({ width: 64, height: 64, data: new Uint8Array(64 * 64 * 3) }).jpeg().toBuffer();
const names = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8'));
console.log(names.filter((name) => name.startsWith('libvips')).length);
`;

test('libvips has exactly the number of threads that the service sets for its image processes', {
  skip: process.platform === 'linux' ? false : 'needs /proc',
}, () => {
  const env = { ...process.env, ...fixedImageThreads };
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env });
  assert.equal(printed.toString().trim(), fixedImageThreads.VIPS_MAX_THREADS);
});
