/**
 * `node scripts/build-web.ts [--force]`: builds each page of `web/` into `web/dist/<page>`, unless the page in that
 * folder was built from the same sources. It runs after every install and before every start, so it is quick when
 * nothing has changed. It does not fail when a build fails or when Vite is not installed, because the API works
 * without the pages.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../', import.meta.url));
const web = join(root, 'web');
const pages = ['shop', 'console'] as const;
type Page = (typeof pages)[number];

/** The sources of every page, in addition to the folder of the page. */
const sharedSources = [
  'web/shared',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-web.ts',
  'src/domain',
  'client/src',
  'models/face-detection-short-range.f16',
];
const compressible = /\.(js|css|html|svg|json)$/;
/**
 * The size from which files are compressed. Smaller files fit into one network packet, so compression would
 * save nothing.
 */
const compressedFromBytes = 1_000;

const outOf = (page: Page) => join(web, 'dist', page);
const stampOf = (page: Page) => join(outOf(page), 'made-from.txt');

function filesIn(path: string): string[] {
  const all = join(root, path);
  if (!existsSync(all)) return [];
  if (/\.[a-z0-9]+$/.test(path)) return [all];
  return readdirSync(all, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function fingerprint(page: Page): string {
  const hash = createHash('sha256');
  const files = [`web/${page}`, ...sharedSources].flatMap(filesIn).sort();
  for (const path of files) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function isFresh(page: Page, wanted: string): boolean {
  try {
    return readFileSync(stampOf(page), 'utf8') === wanted;
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

/** Builds in a temporary folder and moves the result into place, so that the service never serves a partial build. */
async function build(page: Page, wanted: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  const made = join(web, `dist.${process.pid}`, page);
  try {
    await viteBuild({
      root: join(web, page),
      base: `/web/${page}/`,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: made, emptyOutDir: true },
    });
    compressAll(made);
    writeFileSync(join(made, 'made-from.txt'), wanted);
    mkdirSync(join(web, 'dist'), { recursive: true });
    rmSync(outOf(page), { recursive: true, force: true });
    renameSync(made, outOf(page));
  } finally {
    rmSync(join(web, `dist.${process.pid}`), { recursive: true, force: true });
  }
}

/** Vite is not installed after `npm ci --omit=dev`. */
function viteIsInstalled(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

function reportMissingVite(page: Page): void {
  if (existsSync(join(outOf(page), 'index.html'))) {
    console.log(
      `web/${page} was built from other sources. It stays as it is, because Vite is not installed.`,
    );
    return;
  }
  console.error(`web/${page} has not been built and Vite is not installed; the API works without the page.`);
  console.error('To build the pages, run "npm ci". Afterwards "npm ci --omit=dev" keeps them.');
}

async function buildIfStale(page: Page): Promise<void> {
  const wanted = fingerprint(page);
  if (!process.argv.includes('--force') && isFresh(page, wanted)) return;
  if (!viteIsInstalled()) return reportMissingVite(page);
  const startedAt = performance.now();
  try {
    await build(page, wanted);
    console.log(`web/${page} built in ${Math.round(performance.now() - startedAt)} ms`);
  } catch (error) {
    // Another process may have built the same page in the meantime.
    if (isFresh(page, wanted)) return;
    console.error(`web/${page} could not be built; the API works without it.`);
    console.error(error instanceof Error ? error.message : error);
  }
}

for (const page of pages) await buildIfStale(page);
