/**
 * The source of released versions. `npm run dump:release` stores it as an archive in the folder of the version, so that
 * a test can run the version without the history of this repository.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this version. */
export const thisVersion = join(import.meta.dirname, '../..');

/** The file `release.json` in the folder of a released version. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  /** The SHA-256 of each net that the version needs to make ID photos, by file name. */
  readonly nets: Readonly<Record<string, string>>;
}

const archive = 'source.tar.gz';

/** What processes of the service read besides packages, nets and built pages. */
const sourcePaths = ['package.json', 'src', 'web/shared/tokens.css', 'web/static'];

/**
 * The font of printed reports, which is larger than all the rest of the archive. The customers of a rolling upgrade
 * print none.
 */
const leftOut = 'src/imaging/report/*.woff';

/** The nets that only old photos need. The customers of a rolling upgrade buy memberships and ID photos. */
const netsOfOldPhotos = ['colourise.onnx', 'damage.onnx', 'enlarge.onnx'];

/** @returns the newest version whose source is stored. */
export function newestRelease(): string {
  const versions = readdirSync(import.meta.dirname).filter((name) =>
    existsSync(join(import.meta.dirname, name, archive)),
  );
  const newest = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined) throw new Error('no release in test/upgrade');
  return newest;
}

/** Stores the source of this version in `folder`, which must exist. @returns the SHA-256 of the nets that it needs. */
export function storeSource(folder: string): Release['nets'] {
  const options = ['--create', '--gzip', `--exclude=${leftOut}`, `--file=${join(folder, archive)}`];
  tar(...options, `--directory=${thisVersion}`, ...sourcePaths);
  const models = join(thisVersion, 'models');
  const names = readdirSync(models).filter(
    (name) => /\.(onnx|f16)$/.test(name) && !netsOfOldPhotos.includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, sha256Of(join(models, name))]));
}

/**
 * Unpacks the source of the released version whose folder is `release`. The packages are those of this version, because
 * `npm ci` in each run would take minutes. The nets are those of this version if they have not changed. A net that has
 * changed since the release must be kept in the folder `models` of the release.
 * @returns a folder that is removed when this process ends.
 * @throws Error if a net is missing.
 */
export function unpackSource(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-older-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  tar('--extract', '--gzip', `--file=${join(release, archive)}`, `--directory=${folder}`);
  // Image processes may read the packages, but not a link between the link and the packages.
  symlinkSync(realpathSync(join(thisVersion, 'node_modules')), join(folder, 'node_modules'));
  const { version, nets }: Release = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8'));
  mkdirSync(join(folder, 'models'));
  for (const [name, sha256] of Object.entries(nets)) {
    const kept = join(release, 'models', name);
    const file = [kept, join(thisVersion, 'models', name)].find(
      (path) => existsSync(path) && sha256Of(path) === sha256,
    );
    if (file === undefined)
      throw new Error(`models/${name} has changed since version ${version}: keep the former file as ${kept}`);
    // Image processes may not see the folder to which a link would point.
    copyFileSync(file, join(folder, 'models', name));
  }
  return folder;
}

/** The folder of a released version: its dumps and its source. */
export const folderOfRelease = (version: string) => join(import.meta.dirname, version);

const sha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

function tar(...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('tar', args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`tar: ${stderr}`);
}
