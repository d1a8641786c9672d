/** Finds a symbolic link to a folder that does not exist, for example because its disk is not mounted. */

import { lstatSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from './is-missing.ts';

/** @param path absolute. @returns the path itself or a folder above it, if it is such a link; otherwise null. */
export function brokenLinkIn(path: string): string | null {
  for (let part = path; part !== dirname(part); part = dirname(part)) {
    if (isBrokenLink(part)) return part;
  }
  return null;
}

function isBrokenLink(path: string): boolean {
  let found: Stats;
  try {
    found = lstatSync(path);
  } catch {
    return false;
  }
  if (!found.isSymbolicLink()) return false;
  try {
    statSync(path);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}
