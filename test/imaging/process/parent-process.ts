/**
 * A service in a process of its own, for tests: it runs one task in a real image process and prints the ids of its
 * child processes. With a third argument it then closes its image work; without one it waits to be killed.
 */

import { readFileSync } from 'node:fs';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { onePicture } from './pool-options.ts';

const [sourceFile, targetFile, closes] = process.argv.slice(2);
if (sourceFile === undefined || targetFile === undefined) throw new Error('Two files expected');
const work = createImageProcessPool(onePicture);
await work.run({ kind: 'normalise', sourceFile, targetFile, pixelsMax: 1_000_000, sizeBytesMax: 1_000_000 });
const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
process.stdout.write(`${children}\n`);
if (closes !== undefined) await work.close();
