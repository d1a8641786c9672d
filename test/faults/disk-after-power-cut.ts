/**
 * Computes what a folder contains after a power failure, from the record of its changes. The model is strict: the
 * content of a file is on the disk only after an fsync of the file, and its name only after an fsync of the folder.
 * Changes of names reach the disk in their order, as on a file system with a journal.
 */

import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Chance } from '../crash/chance.ts';
import { type DiskFile, diskFile, type Unsynced } from './disk-file.ts';
import type { DiskChange } from './disk-recording.ts';

interface Folder {
  readonly entries: Map<string, Entry>;
}
type Entry = DiskFile | Folder;

/** A change of names. It is on the disk when its folder is synced. */
interface NameChange {
  readonly folder: Folder;
  readonly paths: readonly string[];
  apply(): void;
  readonly mark: number;
}

export interface SimulatedDisk {
  /** Applies the recorded changes to the simulated disk. */
  replay(changes: readonly DiskChange[]): void;
  /** The content of every file after a power failure, by its path below the root. Null: a folder. */
  after(unsynced: Unsynced, chance: Chance): Map<string, Buffer | null>;
}

/** @param root a folder whose present content is on the disk. */
export function simulatedDisk(root: string): SimulatedDisk {
  const byInode = new Map<bigint, Entry>();
  /** The entries as the running process sees them, by path. */
  const seen = new Map<string, Entry>();
  const disk = load(root);
  let pending: NameChange[] = [];
  let marks = 0;
  const begun = new Map<number, number>();

  function load(path: string): Entry {
    const found = lstatSync(path, { bigint: true });
    const entry: Entry = found.isDirectory()
      ? { entries: new Map(readdirSync(path).map((name) => [name, load(join(path, name))])) }
      : diskFile(readFileSync(path));
    byInode.set(found.ino, entry);
    seen.set(path, entry);
    return entry;
  }

  function folderOf(path: string): Folder {
    const folder = seen.get(dirname(path));
    if (folder === undefined || !('entries' in folder)) throw new Error(`no folder of ${path} is known`);
    return folder;
  }

  function change(folder: Folder, paths: readonly string[], apply: () => void): void {
    pending.push({ folder, paths, apply, mark: ++marks });
  }

  function add(path: string, entry: Entry): void {
    const folder = folderOf(path);
    seen.set(path, entry);
    change(folder, [path], () => folder.entries.set(nameOf(path), entry));
  }

  function makeEntry({ path, inode }: { readonly path: string; readonly inode: bigint }, entry: Entry): void {
    byInode.set(inode, entry);
    add(path, entry);
  }

  function remove(path: string): void {
    const folder = folderOf(path);
    seen.delete(path);
    change(folder, [path], () => folder.entries.delete(nameOf(path)));
  }

  /** A rename is one change: after a power failure, a file has either its old name or its new one. */
  function rename(path: string, to: string): void {
    const entry = seen.get(path);
    if (entry === undefined) throw new Error(`${path} is not known`);
    const [source, target] = [folderOf(path), folderOf(to)];
    seen.delete(path);
    seen.set(to, entry);
    change(target, [path, to], () => {
      source.entries.delete(nameOf(path));
      target.entries.set(nameOf(to), entry);
    });
  }

  /**
   * Makes the changes of names in the folder durable, and also earlier changes of the same names, such as the
   * creation of a file that was renamed later.
   */
  function syncFolder(folder: Folder, upTo: number): void {
    const paths = new Set<string>();
    const done = new Set<NameChange>();
    for (const made of pending.toReversed()) {
      const isInFolder = made.folder === folder && made.mark <= upTo;
      if (!isInFolder && !made.paths.some((path) => paths.has(path))) continue;
      done.add(made);
      for (const path of made.paths) paths.add(path);
    }
    for (const made of pending) if (done.has(made)) made.apply();
    pending = pending.filter((made) => !done.has(made));
  }

  function sync(recorded: DiskChange & { readonly number: number; readonly inode: bigint }): void {
    const entry = byInode.get(recorded.inode);
    if (entry === undefined) throw new Error('a file was synced that is not known');
    if (recorded.kind === 'sync_begin') {
      begun.set(recorded.number, 'entries' in entry ? marks : entry.mark());
      return;
    }
    const upTo = begun.get(recorded.number) ?? 0;
    if ('entries' in entry) {
      if (recorded.kind === 'sync_end') syncFolder(entry, upTo);
    } else if (recorded.kind === 'sync_end') entry.synced(upTo);
    else entry.syncFailed(upTo);
  }

  function fileOf(inode: bigint): DiskFile {
    const entry = byInode.get(inode);
    if (entry === undefined || 'entries' in entry) throw new Error('a file was changed that is not known');
    return entry;
  }

  function repeat(recorded: DiskChange): void {
    switch (recorded.kind) {
      case 'create':
        makeEntry(recorded, diskFile(Buffer.alloc(0)));
        break;
      case 'make_folder':
        makeEntry(recorded, { entries: new Map() });
        break;
      case 'link':
        add(recorded.path, fileOf(recorded.inode));
        break;
      case 'write':
        fileOf(recorded.inode).write(recorded.offset, recorded.data);
        break;
      case 'resize':
        fileOf(recorded.inode).resize(recorded.size);
        break;
      case 'remove':
        remove(recorded.path);
        break;
      case 'rename':
        rename(recorded.path, recorded.to);
        break;
      default:
        sync(recorded);
    }
  }

  return {
    replay(changes) {
      for (const recorded of changes) repeat(recorded);
    },
    after(unsynced, chance) {
      const kept = { none: 0, some: chance.integer(0, pending.length), all: pending.length }[unsynced];
      for (const survivor of pending.slice(0, kept)) survivor.apply();
      const found = new Map<string, Buffer | null>();
      const walk = (entry: Entry, path: string) => {
        if (!('entries' in entry)) {
          found.set(path, entry.contentAfter(unsynced, chance));
          return;
        }
        found.set(path, null);
        for (const [name, child] of entry.entries) walk(child, path === '' ? name : `${path}/${name}`);
      };
      walk(disk, '');
      return found;
    },
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Replaces the content of a folder. */
export function writeFolder(root: string, content: ReadonlyMap<string, Buffer | null>): void {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
  for (const [path, data] of content) {
    if (data === null) mkdirSync(join(root, path), { recursive: true, mode: 0o700 });
    else writeFileSync(join(root, path), data, { mode: 0o600 });
  }
}
