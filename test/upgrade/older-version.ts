/** The files of an older version of the service, taken from this repository. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of this version. */
export const thisVersion = join(import.meta.dirname, '../..');

/** Whether the repository has the commit: an exported folder and a shallow clone lack it. */
export function hasCommit(ref: string): boolean {
  const { status } = spawnSync('git', ['cat-file', '-e', `${ref}^{commit}`], { cwd: thisVersion });
  return status === 0;
}

/** @returns the commit of the newest release of which there is a dump beside this file. */
export function newestRelease(): string {
  const folder = import.meta.dirname;
  const versions = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'release.json')));
  const newest = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (newest === undefined) throw new Error('no release in test/upgrade');
  const release: { commit: string } = JSON.parse(readFileSync(join(folder, newest, 'release.json'), 'utf8'));
  return release.commit;
}

/**
 * Checks out the older version and links the packages of this version, because `npm ci` in each run would take minutes.
 * @returns a folder that is removed when this process ends.
 */
export function checkOutVersion(ref: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-older-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const command = `git archive "$1" | tar --extract --directory="$2"`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', command, 'bash', ref, folder], {
    cwd: thisVersion,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${ref} cannot be checked out: ${stderr}`);
  symlinkSync(join(thisVersion, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
