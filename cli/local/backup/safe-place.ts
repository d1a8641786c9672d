/** Refuses places for backups inside folders whose content the service or the commands delete. */

import { isAbsolute, join, relative, resolve } from 'node:path';
import { ArgumentError } from '../argument-error.ts';

/** In the data folder: where a backup is prepared that must not be prepared at its place. */
export const stagingFolder = 'backup-staging';
/** In the data folder: where a restore prepares files. */
export const restoringFolder = 'restoring';

/** `copying`: where a database is copied to SQLite. `moving`: where `files move` keeps files on their way. */
const taken = ['files', 'scratch', 'copying', 'moving', stagingFolder, restoringFolder];

/** @throws StartError */
export function requireSafePlace(place: string, dataDir: string, workingDir: string): void {
  if (place.startsWith('s3:')) return;
  const folder = resolve(workingDir, place);
  const owner = taken.map((name) => join(dataDir, name)).find((path) => isInside(folder, path));
  if (owner === undefined) return;
  throw new ArgumentError(
    `${folder} cannot contain backups: ${owner} belongs to the service. Name another folder.`,
  );
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way.split(/[/\\]/)[0] !== '..' && !isAbsolute(way));
}
