/**
 * Finds the optional platform packages that packages of a lock file require but the lock file does not list, and
 * builds their entries. Also finds the packages without an integrity, which npm would install without verifying them.
 */

import nodeBinaries from './node-binaries.json' with { type: 'json' };

export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lock {
  readonly packages: Record<string, LockEntry>;
}

export interface MissingPlatform {
  readonly path: string;
  readonly entry: LockEntry;
}

/** @throws Error when the text is not a lock file of version 2 or 3. */
export function parseLock(text: string): Lock {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('packages' in value))
    throw new Error('not a lock file');
  return value as Lock;
}

/** Formats a lock file as npm does: sorted, indented by two spaces, with a line break at the end. */
export function format(lock: Lock): string {
  const paths = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, 'en'));
  const packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]));
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`;
}

export function missingPlatforms(lock: Lock): MissingPlatform[] {
  const missing: MissingPlatform[] = [];
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isListed(lock, path, name)) continue;
      const entry = {
        version,
        ...platformOf(name),
        ...(dev === true ? { dev } : {}),
        optional: true,
        ...(nodePackage.test(name) ? { bin: { node: 'bin/node' } } : {}),
      };
      missing.push({ path: `node_modules/${name}`, entry });
    }
  }
  return missing;
}

/**
 * The names of the packages that contain the Node binary. Their entries need the field `bin`, because npm links a
 * binary only if the entry of its package has this field.
 */
const nodePackage = /^node(-bin)?-(aix|darwin|linux)-/;

/** The platforms, such as `linux-x64`, whose Node binary the project can verify. */
export const supportedPlatforms = Object.keys(nodeBinaries.sha256);

/**
 * Whether a package for this platform would be installed without being verified. npm before version 10 installs the
 * packages for every C library, so the C library makes no difference.
 */
export function isUnverified({ integrity, os, cpu }: LockEntry, platform: string): boolean {
  return (
    integrity === undefined &&
    listed(os).some((name) => listed(cpu).some((arch) => platform === `${name}-${arch}`))
  );
}

/** Reads a value that npm writes as a text if it is one, and as a list if there are several. */
function listed(values: string | readonly string[] = []): readonly string[] {
  return typeof values === 'string' ? [values] : values;
}

/** Searches as Node.js does: first inside the package that imports, then in the folders above it. */
function isListed({ packages }: Lock, from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`] !== undefined)
      return true;
    if (base === '') return false;
  }
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

/**
 * Derives the platform from a package name of the form `…-<os>-<cpu>[-<libc>]`.
 * @throws Error for a name of another form.
 */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split('/').at(-1)?.split('-') ?? [];
  const os = words.find((word) => systems.includes(word));
  const cpu = words.find((word) => processors.includes(word));
  if (os === undefined || cpu === undefined) throw new Error(`the name ${name} contains no platform`);
  if (os !== 'linux') return { os: [os], cpu: [cpu] };
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return { os: [os], cpu: [cpu], libc: [libc] };
}
