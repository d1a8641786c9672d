/**
 * `npm run test:image [-- --base IMAGE] [--image IMAGE]`: builds the container image with buildah, runs it with a
 * read-only root as user 10001, and buys a photo from it. It needs root, and the Debian packages buildah and, without
 * `--base`, mmdebstrap, which makes the base image from Debian's packages. No daemon and no registry is needed.
 * `--image` tests an existing image. The exit code is 1 if the image cannot be built, is too large, or fails to sell
 * the photo.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { sellPhoto } from '../test/image/sell-photo.ts';
import { openContainer } from '../test/image/started-container.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** The maximum size of the image with its base, as the sum of the files. */
const imageMibMax = 300;

const { values } = parseArgs({
  options: { base: { type: 'string' }, image: { type: 'string' } },
});

// With these settings, buildah needs neither a daemon nor special features of the kernel.
process.env.BUILDAH_ISOLATION ??= 'chroot';
process.env.STORAGE_DRIVER ??= 'vfs';

function command(program: string, ...args: string[]): string {
  const { status, stdout, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0]} ended with ${status}`);
  return stdout.trim();
}

function makeBase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-base-'));
  try {
    const tarball = join(folder, 'base.tar');
    // Leaves out manuals and translations, as Debian's slim image does.
    const excluded = ['doc', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const kept = '--dpkgopt=path-include=/usr/share/doc/*/copyright';
    command('mmdebstrap', '--quiet', '--variant=minbase', ...excluded, kept, 'trixie', tarball);
    const container = command('buildah', 'from', 'scratch');
    command('buildah', 'add', '--quiet', container, tarball, '/');
    command('buildah', 'commit', '--quiet', '--rm', container, 'localhost/photokiosk-base');
    return 'localhost/photokiosk-base';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildImage(): string {
  const image = 'localhost/photokiosk';
  const base = values.base ?? makeBase();
  // The file of the proxy's certificate authority, if this machine reaches the network through such a proxy.
  const authority = process.env.NODE_EXTRA_CA_CERTS;
  const secrets = authority === undefined ? [] : ['--secret', `id=npm-ca,src=${authority}`];
  const options = ['--format', 'docker', '--build-arg', `BASE=${base}`, ...secrets, '--tag', image];
  command('buildah', 'build', ...options, '.');
  return image;
}

const image = values.image ?? buildImage();
const container = await openContainer(image, command);
try {
  console.log(`IMAGE ${container.imageMib} MiB, PACKAGES ${container.packagesMib} MiB`);
  if (container.imageMib > imageMibMax) throw new Error(`the image exceeds ${imageMibMax} MiB`);
  const service = await container.start();
  console.log(`READY after ${(service.startedMs / 1000).toFixed(1)} s, user ${service.userId}`);
  const photo = await sellPhoto(service.url);
  console.log(`SOLD an ID photo of ${photo.width} × ${photo.height} pixels`);
  service.checkHealth();
  await service.stop();
} finally {
  container.remove();
}
