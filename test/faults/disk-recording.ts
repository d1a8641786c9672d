/** Reads the record that `faulty-disk.c` writes, one change of the disk after the other. */

import { readFileSync } from 'node:fs';

export type DiskChange =
  /** A new name for a file: a new file, or a further name of an old one. */
  | { readonly kind: 'create' | 'link'; readonly path: string; readonly inode: bigint }
  | { readonly kind: 'make_folder'; readonly path: string; readonly inode: bigint }
  | { readonly kind: 'write'; readonly inode: bigint; readonly offset: number; readonly data: Buffer }
  | { readonly kind: 'resize'; readonly inode: bigint; readonly size: number }
  /** `number` identifies the sync: its begin and its end have the same number. */
  | {
      readonly kind: 'sync_begin' | 'sync_end' | 'sync_failed';
      readonly inode: bigint;
      readonly number: number;
    }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

const headerBytes = 32;

/** The numbers of `enum kind` in `faulty-disk.c`. */
const kinds = [
  'create',
  'write',
  'resize',
  'sync_begin',
  'sync_end',
  'sync_failed',
  'link',
  'remove',
  'rename',
  'make_folder',
  'remove',
] as const;

/** @throws Error when the record is damaged. A record that ends within a change is complete up to that change. */
export function readRecording(file: string): DiskChange[] {
  const record = readFileSync(file);
  const changes: DiskChange[] = [];
  let at = 0;
  while (at + headerBytes <= record.length) {
    const pathLength = record.readUInt32LE(at + 4);
    const dataLength = Number(record.readBigUInt64LE(at + 24));
    const end = at + headerBytes + pathLength + dataLength;
    if (end > record.length) break;
    const path = record.toString('utf8', at + headerBytes, at + headerBytes + pathLength);
    const data = record.subarray(at + headerBytes + pathLength, end);
    changes.push(changeOf(record, at, path, data));
    at = end;
  }
  return changes;
}

function changeOf(record: Buffer, at: number, path: string, data: Buffer): DiskChange {
  const kind = kinds[record.readUInt32LE(at) - 1];
  const inode = record.readBigUInt64LE(at + 8);
  const number = Number(record.readBigUInt64LE(at + 16));
  if (kind === undefined) throw new Error(`the record of the disk is damaged at ${at}`);
  switch (kind) {
    case 'create':
    case 'link':
    case 'make_folder':
      return { kind, path, inode };
    case 'write':
      return { kind, inode, offset: number, data };
    case 'resize':
      return { kind, inode, size: number };
    case 'sync_begin':
    case 'sync_end':
    case 'sync_failed':
      return { kind, inode, number };
    case 'remove':
      return { kind, path };
    case 'rename':
      return { kind, path, to: data.toString('utf8') };
  }
}
