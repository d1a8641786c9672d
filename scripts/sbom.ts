/**
 * `npm run sbom [-- FILE] [--production] [--debian-status FILE]`: writes the software bill of materials of the project
 * in CycloneDX 1.5, by default to `out/sbom.cdx.json`: the packages of `package-lock.json`, the SHA-256 of the Node
 * binaries, and the neural networks. `--production` omits the development packages. `--debian-status` adds the
 * packages of a Debian system. `--node-binary` states the SHA-256 of this file instead of the one that npm installs on
 * this platform. The container image uses all three.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { completeBom, type NetFile } from './lock/bom.ts';
import { bomOfLock } from './lock/bom-of-lock.ts';
import { debianPackages } from './lock/debian-packages.ts';
import { parseLock } from './lock/platforms.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path));

/** The neural networks with their licences, which their model cards state (`models/<name>.md`). */
const nets: readonly NetFile[] = [
  { file: 'models/colourise.onnx', licence: 'MIT' },
  { file: 'models/covered-face.onnx', licence: 'MIT' },
  { file: 'models/damage.onnx', licence: 'MIT' },
  { file: 'models/edges.onnx', licence: 'MIT' },
  { file: 'models/enlarge.onnx', licence: 'MIT' },
  { file: 'models/face-detection-full-range.onnx', licence: 'Apache-2.0' },
  { file: 'models/face-landmark.onnx', licence: 'Apache-2.0' },
  { file: 'models/hand-landmark.onnx', licence: 'Apache-2.0' },
  { file: 'models/head-covering.onnx', licence: 'MIT' },
  { file: 'models/matting.onnx', licence: 'MIT' },
  { file: 'models/palm-detection.onnx', licence: 'Apache-2.0' },
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

const { values, positionals } = parseArgs({
  options: {
    production: { type: 'boolean', default: false },
    'debian-status': { type: 'string' },
    'node-binary': { type: 'string' },
  },
  allowPositionals: true,
});
const lock = parseLock(read('package-lock.json').toString());
const nodeBinary = values['node-binary'];
const replacedSha256 =
  nodeBinary === undefined
    ? {}
    : {
        [`${process.platform}-${process.arch}`]: createHash('sha256')
          .update(readFileSync(nodeBinary))
          .digest('hex'),
      };
const npmBom = completeBom(bomOfLock(lock, { withDevelopment: !values.production }), {
  lock,
  nodeSha256: { ...JSON.parse(read('scripts/lock/node-binaries.json').toString()).sha256, ...replacedSha256 },
  nets,
  statedLicences,
});
const debianStatus = values['debian-status'];
const system = debianStatus === undefined ? [] : debianPackages(readFileSync(debianStatus, 'utf8'));
const bom = { ...npmBom, components: [...npmBom.components, ...system] };
const target = resolve(positionals[0] ?? join(root, 'out/sbom.cdx.json'));
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`);
const unlicensed = npmBom.components.filter(({ licenses }) => licenses === undefined);
const unhashed = npmBom.components.filter(({ hashes }) => hashes === undefined);
console.log(`${target}: ${bom.components.length} components, ${unlicensed.length} without a licence`);
console.log(
  `${unhashed.length} without a hash: packages for other platforms that the registry does not have`,
);
