/**
 * `node scripts/build-web.ts [--force]`: builds `web/` into `web/dist` unless what is there was made from the
 * same sources. Runs after every install and before every start, so it must be quick when nothing changed and
 * must not fail either: without pages the service still answers, and `/` says why.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = join(root, 'web', 'dist');
const fingerprintFile = join(dist, 'made-from.txt');

/** Files of which the output depends besides `web/`. */
const besides = ['vite.config.ts', 'package-lock.json', 'scripts/build-web.ts', 'src/domain/fail-reasons.ts'];
const compressible = /\.(js|css|html|svg|json|map|txt)$/;
/** Below this a compressed copy saves nothing. */
const compressedFromBytes = 1_000;

function sources(): string[] {
  const inWeb = readdirSync(join(root, 'web'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(root, 'web', 'dist')));
  return [...inWeb, ...besides.map((path) => join(root, path))].filter((path) => existsSync(path)).sort();
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of sources())
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

function isFresh(wanted: string): boolean {
  try {
    return readFileSync(fingerprintFile, 'utf8') === wanted;
  } catch {
    return false;
  }
}

function compressAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const content = readFileSync(path);
    if (content.length < compressedFromBytes) continue;
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  }
}

/** Made beside and moved into place, so that nobody ever sees half of it. */
async function build(wanted: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  const outDir = `${dist}.${process.pid}`;
  try {
    await viteBuild({
      root: join(root, 'web'),
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true },
    });
    compressAll(outDir);
    writeFileSync(join(outDir, 'made-from.txt'), wanted);
    rmSync(dist, { recursive: true, force: true });
    renameSync(outDir, dist);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const wanted = fingerprint();
if (process.argv.includes('--force') || !isFresh(wanted)) {
  const startedAt = performance.now();
  try {
    await build(wanted);
    console.log(`web pages built in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    // Another process may have built the same meanwhile.
    if (!isFresh(wanted)) {
      console.error('The web pages could not be built; the API works without them.');
      console.error(error instanceof Error ? error.message : error);
    }
  }
}
