/**
 * `npm run sbom [-- FILE]`: writes the software bill of materials of the project in CycloneDX 1.5, by default to
 * `out/sbom.cdx.json`. `npm sbom` lists the packages of `package-lock.json`. This script adds what npm does not know:
 * the licences of platform packages that the registry does not have, the SHA-256 of the Node binaries, and the nets.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeBom, type NetFile, parseBom } from './lock/bom.ts';
import { parseLock } from './lock/platforms.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path));

/** The licences of the nets are stated in their cards, `models/<name>.md`. */
const nets: readonly NetFile[] = [
  { file: 'models/colourise.onnx', licence: 'MIT' },
  { file: 'models/face-detection-full-range.onnx', licence: 'Apache-2.0' },
  { file: 'models/face-landmark.onnx', licence: 'Apache-2.0' },
  { file: 'models/selfie-segmentation.onnx', licence: 'Apache-2.0' },
].map((net) => ({ ...net, content: read(net.file) }));

/** The packages of s3rver state their licence in a readme, or in a form of `package.json` that npm does not read. */
const statedLicences = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
};

const npm = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (npm.status !== 0) process.exit(npm.status ?? 1);

const bom = completeBom(parseBom(npm.stdout), {
  name: 'photokiosk',
  lock: parseLock(read('package-lock.json').toString()),
  nodeSha256: JSON.parse(read('scripts/lock/node-binaries.json').toString()).sha256,
  nets,
  statedLicences,
});
const target = resolve(process.argv[2] ?? join(root, 'out/sbom.cdx.json'));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
const unhashed = bom.components.filter(({ hashes }) => hashes === undefined);
const unlicensed = bom.components.filter(({ licenses }) => licenses === undefined);
console.log(`${target}: ${bom.components.length} components, ${unlicensed.length} without a licence`);
console.log(
  `${unhashed.length} without a hash: packages for other platforms that the registry does not have`,
);
