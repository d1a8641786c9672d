/**
 * The content of one file on a disk that loses power. Writes reach the disk at the next fsync. Without an fsync, a
 * power failure leaves each sector in any state between the last fsync and the newest write.
 */

import type { Chance } from '../crash/chance.ts';

/** What a power failure leaves of changes without an fsync: none, any part, or all of them. */
export type Unsynced = 'none' | 'some' | 'all';

export interface DiskFile {
  write(offset: number, data: Buffer): void;
  resize(size: number): void;
  /** @returns the mark of the newest change, for `synced` and `syncFailed`. */
  mark(): number;
  /** Reports that all changes up to the mark are on the disk. */
  synced(mark: number): void;
  /**
   * Reports that an fsync failed: some changes up to the mark are not on the disk, and the system does not write
   * them again; a later fsync succeeds without them (https://wiki.postgresql.org/wiki/Fsync_Errors).
   */
  syncFailed(mark: number): void;
  contentAfter(unsynced: Unsynced, chance: Chance): Buffer;
}

type Change = { readonly mark: number } & (
  | { readonly kind: 'write'; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'resize'; readonly size: number }
);

const sectorBytes = 512;

/** @param durable the content that is on the disk. */
export function diskFile(durable: Buffer): DiskFile {
  const onDisk = growable(durable);
  /** The content that running processes read. */
  const inMemory = growable(durable);
  let pending: Change[] = [];
  let marks = 0;

  function change(made: Change): void {
    inMemory.apply(made);
    pending.push(made);
  }

  return {
    write: (offset, data) => change({ kind: 'write', mark: ++marks, offset, data }),
    resize: (size) => change({ kind: 'resize', mark: ++marks, size }),
    mark: () => marks,
    synced(mark) {
      for (const made of pending) if (made.mark <= mark) onDisk.apply(made);
      pending = pending.filter((made) => made.mark > mark);
    },
    syncFailed(mark) {
      pending = pending.filter((made) => made.mark > mark);
    },
    contentAfter(unsynced, chance) {
      if (unsynced === 'all') return inMemory.bytes();
      const copy = growable(onDisk.bytes());
      if (unsynced === 'some') applySome(copy, pending, chance);
      return copy.bytes();
    },
  };
}

/**
 * Applies, for each sector, its changes up to a random one. Changes of the size are applied up to a random one too.
 */
function applySome(content: Growable, pending: readonly Change[], chance: Chance): void {
  const limits = new Map<number, number>();
  const newest = pending.at(-1)?.mark ?? 0;
  const oldest = pending[0]?.mark ?? 0;
  const limitOf = (sector: number) => {
    const known = limits.get(sector) ?? chance.integer(oldest - 1, newest);
    limits.set(sector, known);
    return known;
  };
  const sizeLimit = limitOf(-1);
  for (const change of pending) {
    if (change.kind === 'resize') {
      if (change.mark <= sizeLimit) content.apply(change);
      continue;
    }
    const { offset, data, mark } = change;
    const end = offset + data.length;
    for (let sector = Math.floor(offset / sectorBytes); sector * sectorBytes < end; sector++) {
      if (mark > limitOf(sector)) continue;
      const from = Math.max(offset, sector * sectorBytes);
      const to = Math.min(end, (sector + 1) * sectorBytes);
      content.apply({ kind: 'write', offset: from, data: data.subarray(from - offset, to - offset) });
    }
  }
}

interface Growable {
  apply(
    change:
      | { readonly kind: 'write'; readonly offset: number; readonly data: Buffer }
      | { readonly kind: 'resize'; readonly size: number },
  ): void;
  bytes(): Buffer;
}

function growable(start: Buffer): Growable {
  let room = Buffer.from(start);
  let size = start.length;

  function grow(wanted: number): void {
    if (wanted > room.length) {
      const larger = Buffer.alloc(Math.max(wanted, room.length * 2));
      room.copy(larger, 0, 0, size);
      room = larger;
    }
    size = Math.max(size, wanted);
  }

  return {
    apply(change) {
      if (change.kind === 'write') {
        grow(change.offset + change.data.length);
        change.data.copy(room, change.offset);
        return;
      }
      grow(change.size);
      // Bytes beyond the end are zero when the file grows again.
      room.fill(0, change.size, size);
      size = change.size;
    },
    bytes: () => Buffer.from(room.subarray(0, size)),
  };
}
