/**
 * A service with an attacker in its image process, for tests. It isolates image processes like the real service, runs
 * the attack three times and prints the reports as JSON: without protections, behind the protections of the system
 * alone, and behind all of them.
 *
 * The attack is JavaScript. Without Node's permission model, it can do whatever an attacker's native code in an image
 * decoder could do.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ImageJail, openImageJail } from '../../../src/imaging/process/image-jail.ts';
import { createImageProcessPool } from '../../../src/imaging/process/image-process-pool.ts';
import { onePicture } from './pool-options.ts';

const [folder = ''] = process.argv.slice(2);
const dataDir = join(folder, 'data');
const scratchFolder = join(dataDir, 'scratch');
mkdirSync(scratchFolder, { recursive: true });
const keyFile = join(dataDir, 'secret.key');
writeFileSync(keyFile, 'secret', { mode: 0o600 });
const codeFile = fileURLToPath(new URL('../../../package.json', import.meta.url));

const listening = (where: number | string) =>
  new Promise<ReturnType<typeof createServer>>((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.listen(where, () => resolve(server));
  });
const socketFile = join(dataDir, 'database.sock');
const servers = [await listening(0), await listening(socketFile)];
const address = servers[0]?.address() ?? null;
const port = typeof address === 'object' && address !== null ? address.port : 0;

const here = fileURLToPath(new URL('.', import.meta.url));

async function run(jail: ImageJail | undefined): Promise<unknown> {
  const entryFile = join(here, 'attacking-process.ts');
  const work = createImageProcessPool({ ...onePicture, entryFile, ...(jail === undefined ? {} : { jail }) });
  const sourceFile = join(scratchFolder, 'targets');
  const targetFile = join(scratchFolder, 'report');
  const targets = { keyFile, codeFile, socketFile, port, servicePid: process.pid };
  writeFileSync(sourceFile, JSON.stringify(targets), { mode: 0o600 });
  const outcome = await work.run({ kind: 'colourise', sourceFile, targetFile });
  await work.close();
  if (outcome.kind !== 'made') throw new Error(JSON.stringify(outcome));
  const report: unknown = JSON.parse(readFileSync(targetFile, 'utf8'));
  rmSync(sourceFile);
  rmSync(targetFile);
  return report;
}

let paths = 0;
const newPath = (extension: string) => join(scratchFolder, `${paths++}${extension}`);
const { jail, report } = await openImageJail(
  { dataDir, scratchFolder, newPath, netFiles: [], userId: 65_534, codeFolders: [here] },
  async (tried, files) => {
    const work = createImageProcessPool({ ...onePicture, jail: tried });
    const bounds = { pixelsMax: 1e6, sizeBytesMax: 1e6 };
    const outcome = await work.run({ kind: 'normalise', ...files, ...bounds });
    await work.close();
    return outcome;
  },
);
const reports = {
  protections: report,
  open: await run(undefined),
  bySystem: await run({ ...jail, nodeFlags: [] }),
  shutIn: await run(jail),
};
for (const server of servers) server.close();
process.stdout.write(JSON.stringify(reports));
