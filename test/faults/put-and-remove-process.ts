/** A process that stores a file in a folder and, with a third argument, removes it again. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalFiles } from '../../src/files/local-files.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';

const [folder = '', key = '', remove] = process.argv.slice(2);
const files = await openLocalFiles({ folder, clock: manualClock(), random: fixedRandom() });
const source = join(folder, 'source');
writeFileSync(source, 'a photo');
await files.put(key, source, 'image/jpeg');
if (remove !== undefined) await files.remove(key);
