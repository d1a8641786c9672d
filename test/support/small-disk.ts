/**
 * A small file system in memory, which a test can fill. The test must run as root, because it mounts the file system.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Writes files until nothing is free. */
  fill(name: string): void;
  /** Deletes the files of the earlier `fill` with this name. */
  empty(name: string): void;
  remove(): void;
}

const mebibyte = 2 ** 20;

/** @returns undefined if this process must not mount file systems. */
export function mountSmallDisk(sizeMib: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-disk-'));
  const removeFolder = () => rmSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    removeFolder();
    return undefined;
  }
  const partOf = (name: string, part: number) => join(folder, `${name}-${part}`);
  return {
    folder,
    fill(name) {
      for (let part = 0; ; part++) {
        const { bsize, bavail } = statfsSync(folder);
        const sizeBytes = Math.min(8 * mebibyte, bsize * bavail);
        if (sizeBytes === 0) return;
        try {
          writeFileSync(partOf(name, part), Buffer.alloc(sizeBytes));
        } catch (error) {
          // The service has taken the space in the meantime.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
    },
    empty(name) {
      for (let part = 0; existsSync(partOf(name, part)); part++) rmSync(partOf(name, part));
    },
    remove() {
      spawnSync('umount', ['--lazy', folder]);
      removeFolder();
    },
  };
}
