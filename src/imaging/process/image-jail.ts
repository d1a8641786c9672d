/**
 * Isolates image processes. A decoder that reads a stranger's file may have an exploitable fault, so its
 * process may do no more than its work needs: a separate user or a separate view of the files, no network, no
 * new privileges, and Node's permission model.
 *
 * What is possible depends on the system and on the service's user. `openImageJail` tries the strongest
 * protections first. For each try it starts a real image process that normalises a small picture. The console
 * shows what is active and what is missing.
 */

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, realpathSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type ImageProtection,
  type ImageProtections,
  imageProtections,
} from '../../usecases/ports/image-protections.ts';
import type { ImageOutcome } from '../../usecases/ports/image-work.ts';
import { machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';
import { partialFileOf } from './partial-file.ts';
import { privateViewScript, quoted } from './private-view.ts';

export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

export interface ImageJail {
  /** The program that starts Node, with the arguments before those of Node; null: Node itself. */
  readonly wrapper: { readonly program: string; readonly args: readonly string[] } | null;
  /** Flags of Node. */
  readonly nodeFlags: readonly string[];
  /**
   * The user as which the system starts the process; null: as the service's own user, and the wrapper may change
   * the user later.
   */
  readonly spawnAs: FileOwner | null;
  /** Files that are handed to the process get this owner; null: the owner does not change. */
  readonly fileOwner: FileOwner | null;
  readonly protections: readonly ImageProtection[];
}

export interface ImageJailOptions {
  /** The folder of the service's data, which is hidden from image processes if the system can do so. */
  readonly dataDir: string;
  /** The folder of the files that are handed over, in which image processes read and write. */
  readonly scratchFolder: string;
  /** Returns a path in that folder that no other process uses. Two containers can have processes with equal ids. */
  readonly newPath: (extension: string) => string;
  /** Further files that image processes read: the operator's nets. */
  readonly netFiles: readonly string[];
  /** The user and group of image processes if the service runs as root. */
  readonly userId: number;
  /** Further folders with code; for tests. */
  readonly codeFolders?: readonly string[];
}

export interface OpenedImageJail {
  readonly jail: ImageJail;
  readonly report: ImageProtections;
}

interface Layers {
  readonly namespaces: boolean;
  readonly ownUser: boolean;
  readonly setpriv: boolean;
}

/**
 * The sets of protections to try, the strongest first. A service that does not run as root needs a user
 * namespace for the other namespaces, and cannot use a second user.
 */
const layersOfRoot: readonly Layers[] = [
  { namespaces: true, ownUser: true, setpriv: true },
  { namespaces: true, ownUser: false, setpriv: true },
  { namespaces: false, ownUser: true, setpriv: true },
  { namespaces: false, ownUser: true, setpriv: false },
  { namespaces: false, ownUser: false, setpriv: true },
  { namespaces: false, ownUser: false, setpriv: false },
];
const layersOfUser = layersOfRoot.filter(({ ownUser }) => !ownUser);

const packageRoot = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[/\\]$/, '');
const isRoot = process.getuid?.() === 0;

/** Processes one picture in an image process with the given protections. */
export type JailProbe = (
  jail: ImageJail,
  files: { readonly sourceFile: string; readonly targetFile: string },
) => Promise<ImageOutcome>;

/**
 * Does not reject when no protection works on this system: image work is unavailable then, but payments and
 * refunds continue.
 */
export async function openImageJail(options: ImageJailOptions, probe: JailProbe): Promise<OpenedImageJail> {
  let reason: string | null = null;
  for (const layers of isRoot ? layersOfRoot : layersOfUser) {
    const tried = await tryLayers(layers, options, probe);
    if (tried.jail !== null && tried.error === null)
      return { jail: tried.jail, report: report(tried.jail, reason) };
    reason ??= tried.error;
  }
  const jail = openJail(options);
  return { jail, report: report(jail, reason) };
}

function report({ protections }: ImageJail, reason: string | null): ImageProtections {
  const missing = imageProtections.filter((name) => !protections.includes(name));
  return { active: protections, missing, reason };
}

interface Tried {
  /** The isolation that was tried; null if the system lacks a program. */
  readonly jail: ImageJail | null;
  /** Why the protections did not work; null if they worked. */
  readonly error: string | null;
}

async function tryLayers(layers: Layers, options: ImageJailOptions, probe: JailProbe): Promise<Tried> {
  try {
    // The user of the image process may open a file whose random name it knows, but cannot list the folder.
    if (layers.ownUser) chmodSync(options.scratchFolder, 0o711);
    const jail = jailOf(layers, options);
    if (jail === null) return { jail, error: null };
    return { jail, error: await tryOut(jail, options, probe) };
  } catch (error) {
    return { jail: null, error: shortText(error) };
  }
}

function shortText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, reasonLengthMax);
}

const reasonLengthMax = 300;

/** Tries the protections. @returns why the protections do not work; null if they work. */
async function tryOut(jail: ImageJail, { newPath }: ImageJailOptions, probe: JailProbe) {
  const [sourceFile, targetFile] = [newPath('.png'), newPath('.jpg')];
  try {
    await writeFile(sourceFile, probePicture, { flag: 'wx', mode: 0o600 });
    const outcome = await probe(jail, { sourceFile, targetFile });
    if (outcome.kind === 'unavailable' && outcome.cause === 'storage') return await startsNode(jail);
    if (outcome.kind === 'unavailable') return shortText(outcome.detail);
    return outcome.kind === 'made'
      ? null
      : shortText(`the picture of the test was refused: ${outcome.refusal}`);
  } catch (error) {
    if (machineTroubleOf(error) !== null) return startsNode(jail);
    return shortText(error);
  } finally {
    for (const file of [sourceFile, targetFile, partialFileOf(targetFile)]) await rm(file, { force: true });
  }
}

/**
 * Tests only that Node starts. Used while the disk is full, so that a full disk does not weaken the
 * protections.
 */
async function startsNode({ wrapper, nodeFlags, spawnAs }: ImageJail): Promise<string | null> {
  const node = [process.execPath, ...nodeFlags, '--version'];
  const [program = '', ...args] = wrapper === null ? node : [wrapper.program, ...wrapper.args, ...node];
  try {
    await promisify(execFile)(program, args, { env: {}, ...spawnAs });
    return null;
  } catch (error) {
    const isFailedRun = error instanceof Error && 'stderr' in error;
    return shortText(isFailedRun ? String(error.stderr).trim() : error);
  }
}

/** A grey PNG of 32 × 32 pixels, which each try of the protections normalises. */
const probePicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==',
  'base64',
);

/** The weakest isolation. It needs no program of the operating system. */
function openJail(options: ImageJailOptions): ImageJail {
  const nodeFlags = permissionFlags(options);
  const protections: ImageProtection[] = nodeFlags.length === 0 ? [] : ['permission_model'];
  return { wrapper: null, nodeFlags, spawnAs: null, fileOwner: null, protections };
}

/** @returns null if the system lacks a program that the layers need. */
function jailOf(layers: Layers, options: ImageJailOptions): ImageJail | null {
  const owner = layers.ownUser ? { uid: options.userId, gid: options.userId } : null;
  const open = openJail(options);
  const protections = [...open.protections];
  if (owner !== null) protections.push('own_user');
  if (layers.setpriv) protections.push('no_new_privileges');
  if (layers.namespaces) protections.push('no_network', 'private_files');
  const common = { ...open, fileOwner: owner, protections };
  if (!layers.setpriv) return { ...common, spawnAs: owner };
  const wrapper = wrapperOf(layers, options, owner);
  return wrapper === null ? null : { ...common, wrapper };
}

function wrapperOf(layers: Layers, options: ImageJailOptions, owner: FileOwner | null): ImageJail['wrapper'] {
  const [sh, setpriv, unshare, mount, mkdir] = ['sh', 'setpriv', 'unshare', 'mount', 'mkdir'].map(
    programFile,
  );
  if (sh === undefined || setpriv === undefined) return null;
  const hasCapabilities = isRoot || layers.namespaces;
  const dropped = [
    ...(owner === null ? [] : ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups']),
    ...(hasCapabilities ? ['--bounding-set', '-all', '--inh-caps', '-all'] : []),
    '--no-new-privs',
  ];
  const end = [
    // Forbid memory dumps of a crashed process, because they would contain a customer's photo, and limit the
    // open files.
    'ulimit -c 0 || :',
    'ulimit -n 256 || :',
    // Leave the current folder: if it is inside a hidden folder, its files would stay reachable.
    'cd /',
    `exec ${[setpriv, ...dropped].map(quoted).join(' ')} -- "$@"`,
  ];
  if (!layers.namespaces) return { program: sh, args: ['-c', ['set -eu', ...end].join('\n'), 'sh'] };
  if (unshare === undefined || mount === undefined || mkdir === undefined) return null;
  const view = privateViewScript({ ...foldersOf(options), mount, mkdir });
  const script = ['set -eu', 'umask 022', ...view, ...end].join('\n');
  const user = isRoot ? [] : ['--user', '--map-root-user'];
  return { program: unshare, args: [...user, '--mount', '--net', '--', sh, '-c', script, 'sh'] };
}

function programFile(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => join(folder, name)).find(existsSync);
}

/**
 * Folders that are hidden too: home folders with keys of people and programs, sockets of databases and other
 * services, and temporary files of all users.
 */
const otherHidden = ['/home', '/root', '/run', '/tmp'];

/** What an image process sees of the service's folders in a mount namespace. */
function foldersOf({ dataDir, scratchFolder, netFiles, codeFolders = [] }: ImageJailOptions) {
  const writable = realpathSync(scratchFolder);
  const needed = [packageRoot, dirname(process.execPath), ...netFiles.map(dirname), ...codeFolders].map(
    (folder) => realpathSync(folder),
  );
  const hidden = new Set([
    ...[dataDir, ...otherHidden].filter(existsSync).map((folder) => realpathSync(folder)),
    // The user of the image process could not enter these folders. Empty folders that everyone may enter
    // cover them.
    ...[writable, ...needed].flatMap(outermostClosed),
  ]);
  // A process that runs as the service's user could change the code, so the folders of the code are bound
  // read-only.
  const mustBind = (folder: string) =>
    (!isRoot && folder === packageRoot) || [...hidden].some((outer) => isInside(folder, outer));
  const readOnly = [...new Set(needed)].filter(mustBind).filter(isOutermost);
  return { hidden: [...hidden], readOnly, writable };
}

/** Whether this folder is inside no other folder of the list. */
function isOutermost(folder: string, _index: number, all: readonly string[]): boolean {
  return !all.some((other) => other !== folder && isInside(folder, other));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** @returns the first folder above the path that only its owner may enter; empty if there is none. */
function outermostClosed(path: string): readonly string[] {
  const above: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) above.unshift(at);
  const closed = above.find((folder) => (statSync(folder).mode & 0o001) === 0);
  return closed === undefined ? [] : [closed];
}

/** Returns the flags of Node's permission model; none on a version of Node without this model. */
function permissionFlags({ scratchFolder, netFiles, codeFolders = [] }: ImageJailOptions): readonly string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const scratch = [...new Set([scratchFolder, realpathSync(scratchFolder)])].map((folder) =>
    join(folder, '*'),
  );
  const code = ['src', 'node_modules', 'models'].map((folder) => join(packageRoot, folder, '*'));
  const modules = join(realpathSync(join(packageRoot, 'node_modules')), '*');
  const read = [
    ...new Set([...code, modules, join(packageRoot, 'package.json'), ...netFiles, ...scratch]),
    ...codeFolders.map((folder) => join(folder, '*')),
  ];
  return [
    '--permission',
    // The image library and the nets are native code, which the permission model does not restrict.
    '--allow-addons',
    ...read.map((path) => `--allow-fs-read=${path}`),
    ...scratch.map((path) => `--allow-fs-write=${path}`),
    '--disable-warning=SecurityWarning',
  ];
}
