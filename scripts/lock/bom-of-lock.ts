/**
 * Builds a bill of materials in CycloneDX 1.5 from `package-lock.json`. `bom.ts` adds what the lock file does not
 * contain.
 */

import { type Bom, type BomComponent, statedLicence } from './bom.ts';
import type { Lock, LockEntry } from './platforms.ts';

export interface ListedPackages {
  /** Whether the list includes packages that are needed only for development. */
  readonly withDevelopment: boolean;
}

export function bomOfLock(lock: Lock, { withDevelopment }: ListedPackages): Bom {
  const listed = Object.entries(lock.packages).filter(
    ([path, { dev }]) => path !== '' && (withDevelopment || dev !== true),
  );
  const paths = new Set(listed.map(([path]) => path));
  const project = lock.packages[''] ?? {};
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': 'photokiosk',
        type: 'application',
        name: 'photokiosk',
        version: project.version ?? '',
        ...licencesOf(project.license),
      },
    },
    // The same version of a package may be in several folders. It is one component.
    components: [
      ...new Map(listed.map(([path, entry]) => [refOf(path, entry), component(path, entry)])).values(),
    ],
    dependencies: ['', ...paths].map((path) => ({
      ref: path === '' ? 'photokiosk' : refOf(path, lock.packages[path] ?? {}),
      dependsOn: dependenciesOf(lock, path, paths),
    })),
  };
}

function component(path: string, entry: LockEntry): BomComponent {
  const { version = '', integrity, license, resolved, dev } = entry;
  const [, algorithm, base64 = ''] = /^(sha512)-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    'bom-ref': refOf(path, entry),
    type: 'library',
    name: nameOf(path),
    version,
    purl: `pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`,
    ...(algorithm === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] }),
    ...licencesOf(license),
    ...(resolved === undefined ? {} : { externalReferences: [{ type: 'distribution', url: resolved }] }),
    ...(dev === true ? { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] } : {}),
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const refOf = (path: string, { version = '' }: LockEntry) => `${nameOf(path)}@${version}`;

const licencesOf = (license: string | undefined): Pick<BomComponent, 'licenses'> =>
  license === undefined ? {} : { licenses: [statedLicence(license)] };

/**
 * @returns the references of the packages on which the package at `path` depends. They are looked up in the folders in
 * which Node looks.
 */
function dependenciesOf(lock: Lock, path: string, listed: ReadonlySet<string>): string[] {
  const entry = lock.packages[path] ?? {};
  const { dependencies, optionalDependencies, devDependencies, peerDependencies } = entry;
  const names = Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...devDependencies,
    ...peerDependencies,
  });
  return names.flatMap((name) => {
    const found = foldersAbove(path)
      .map((folder) => `${folder}node_modules/${name}`)
      .find((candidate) => listed.has(candidate));
    return found === undefined ? [] : [refOf(found, lock.packages[found] ?? {})];
  });
}

/**
 * The folders in whose `node_modules` Node looks for the dependencies of a package: the package's own folder first,
 * the project's folder last.
 */
function foldersAbove(path: string): string[] {
  if (path === '') return [''];
  return [`${path}/`, ...foldersAbove(path.slice(0, path.lastIndexOf('node_modules/')).replace(/\/$/, ''))];
}
