/**
 * A folder on a disk that can lose power and fail. The service runs with the library `faulty-disk.c`, which records
 * every change of the folder and makes calls fail on demand. Linux with gcc only.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chance } from '../crash/chance.ts';
import type { Environment } from '../support/service-process.ts';
import { type SimulatedDisk, simulatedDisk, writeFolder } from './disk-after-power-cut.ts';
import type { Unsynced } from './disk-file.ts';
import { readRecording } from './disk-recording.ts';

export interface FaultRule {
  readonly call: 'read' | 'write' | 'sync' | 'create';
  /** The rule holds for paths that contain this text. */
  readonly path: string;
  readonly error: 'EIO' | 'ENOSPC';
}

export interface FaultyDisk {
  /** The folder on the disk. */
  readonly root: string;
  /** Variables with which a process uses the disk. */
  readonly env: Environment;
  /** Makes calls fail from now on. An empty list repairs the disk. */
  fail(rules: readonly FaultRule[]): void;
  /**
   * Replaces the content of `root` by what the disk holds after a power failure. No process may use the folder.
   * @returns the files whose content differs from the record. Such a file means that the library has missed a
   * change.
   */
  cutPower(unsynced: Unsynced, chance: Chance): string[];
  remove(): void;
}

/** The size of the file with the rules, which `faulty-disk.c` maps into memory. */
const rulesBytes = 4096;
/** How long each fsync takes: long enough for a power failure to fall between a write and its fsync. */
const syncUs = 2_000;

/** @returns why this machine cannot use a faulty disk; null if it can. */
export function faultyDiskMissing(): string | null {
  if (process.platform !== 'linux') return 'the library needs Linux';
  return spawnSync('gcc', ['--version']).status === 0 ? null : 'gcc is not installed';
}

export function faultyDisk(): FaultyDisk {
  const folder = temporaryFolder();
  const root = realpathSync(mkdtempSync(join(folder, 'disk-')));
  const log = join(folder, 'changes');
  const rulesFile = join(folder, 'rules');
  library ??= compile(temporaryFolder());
  writeFileSync(log, '');
  writeFileSync(rulesFile, Buffer.alloc(rulesBytes));
  let disks = twoDisks(root);

  return {
    root,
    env: {
      LD_PRELOAD: library,
      FAULTY_DISK_ROOT: root,
      FAULTY_DISK_LOG: log,
      FAULTY_DISK_RULES: rulesFile,
      FAULTY_DISK_SYNC_US: String(syncUs),
      UV_USE_IO_URING: '0',
    },
    fail(rules) {
      const lines = rules.map(({ call, path, error }) => `${call} ${path} ${error}\n`).join('');
      // Write without truncation, because the library has mapped the file into memory.
      writeFileSync(rulesFile, lines.padEnd(rulesBytes, '\0'), { flag: 'r+' });
    },
    cutPower(unsynced, chance) {
      const changes = readRecording(log);
      for (const disk of disks) disk.replay(changes);
      const missed = differences(disks[1].after('all', chance), simulatedDisk(root).after('all', chance));
      writeFolder(root, disks[0].after(unsynced, chance));
      truncateSync(log);
      disks = twoDisks(root);
      return missed;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The library, which is compiled once. */
let library: string | undefined;

const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'photokiosk-faulty-')));
  folders.add(folder);
  return folder;
}

/** Two simulated disks: one computes what a power failure leaves, and one checks that the record is complete. */
function twoDisks(root: string): readonly [SimulatedDisk, SimulatedDisk] {
  return [simulatedDisk(root), simulatedDisk(root)];
}

function compile(folder: string): string {
  const source = fileURLToPath(new URL('./faulty-disk.c', import.meta.url));
  const target = join(folder, 'faulty-disk.so');
  const args = ['-shared', '-fPIC', '-O2', '-Wall', '-Wextra', '-Werror', '-o', target, source];
  const { status, stderr } = spawnSync('gcc', [...args, '-ldl', '-pthread'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`gcc failed: ${stderr}`);
  return target;
}

type Content = ReadonlyMap<string, Buffer | null>;

/**
 * Whether the library records the changes of a file. It does not record `scratch`, to which only image processes
 * write, because they run without the library; and it does not record the `-shm` file of SQLite, which changes in
 * memory and is made again after a power failure.
 */
function isRecorded(path: string): boolean {
  return !path.includes('/scratch/') && !path.endsWith('-shm');
}

function differences(recorded: Content, present: Content): string[] {
  const paths = new Set([...recorded.keys(), ...present.keys()].filter(isRecorded));
  return [...paths].filter((path) => {
    const [expected, found] = [recorded.get(path), present.get(path)];
    if (expected instanceof Buffer && found instanceof Buffer) return !expected.equals(found);
    return expected !== found;
  });
}
