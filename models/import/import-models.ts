/**
 * `npm run models:import`: translates MediaPipe's nets and writes them to `models/`. The files are committed. A
 * test checks that the import writes the same bytes again.
 */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { importNet, netSources } from './sources.ts';

for (const source of netSources) {
  const net = await importNet(source);
  await writeFile(fileURLToPath(new URL(`../${source.target}`, import.meta.url)), net);
  console.log(`${createHash('sha256').update(net).digest('hex')}  ${source.target} (${net.length} bytes)`);
}
