/**
 * The processes of a run of all tests. The runner starts one process for each file that it is given. Starting a process
 * and its imports takes a second of processor time, which is more than most test files take. So most test files share
 * processes: the runner gets entry files that import several test files each.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** In these folders, up to `filesPerProcessMax` test files of one folder share a process. */
const sharingFolders = [
  'test/config',
  'test/domain',
  'test/files',
  'test/http',
  'test/identity',
  'test/imaging',
  'test/jobs',
  'test/payments',
  'test/store',
  'test/usecases',
  'test/webhooks',
];

/** Folders inside `sharingFolders` whose files have a process each, because they test processes. */
const separateFolders = ['test/imaging/process'];

/**
 * What has an effect on all tests of a process: hooks outside `describe`, and changing the database of all shops. A file
 * with one of them has a process of its own; so does a file that starts PostgreSQL, because it takes long.
 */
const effectOnProcess =
  /^(?:before|after|beforeEach|afterEach)\(|\b(?:openShopsOn|concurrencyTests|startPostgres)\(/m;

/** With more files, one long process would be left at the end of the run; with fewer, too many processes would start. */
const filesPerProcessMax = 12;

/**
 * Folders whose files take longest, the longest first. They start first, so that the run does not end with one process
 * that works while a processor is idle.
 */
const longFolders = ['test/failover', 'test/upgrade', 'test/web', 'test/e2e', 'test/cli', 'test/crash'];

const isIn = (folders: readonly string[]) => (file: string) =>
  folders.some((folder) => file.startsWith(`${folder}/`));

/** @returns groups of test files. Each group shares a process. Groups that start first come first. */
export function groupsOf(files: readonly string[], contentOf: (file: string) => string): string[][] {
  const shares = (file: string) =>
    isIn(sharingFolders)(file) && !isIn(separateFolders)(file) && !effectOnProcess.test(contentOf(file));
  const alone = files.filter((file) => !shares(file)).map((file) => [file]);
  const shared = sharingFolders.flatMap((folder) => {
    const ofFolder = files.filter((file) => isIn([folder])(file) && shares(file));
    const count = Math.ceil(ofFolder.length / filesPerProcessMax);
    // Neighbours in the list import much the same modules.
    return Array.from({ length: count }, (_, index) =>
      ofFolder.slice(
        Math.round((index * ofFolder.length) / count),
        Math.round(((index + 1) * ofFolder.length) / count),
      ),
    );
  });
  const rank = ([file = '']: readonly string[]) => {
    const found = longFolders.findIndex((folder) => isIn([folder])(file));
    return found >= 0 ? found : longFolders.length;
  };
  const longFirst = alone.toSorted((a, b) => rank(a) - rank(b));
  const long = longFirst.filter((group) => rank(group) < longFolders.length);
  return [...long, ...shared, ...longFirst.slice(long.length)];
}

/**
 * Writes an entry file for each group of all tests into `folder`. @returns their paths. The runner sorts its files by
 * name, so their names begin with their place in the order.
 */
export function writeTestEntries(root: string, folder: string): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).toSorted();
  const groups = groupsOf(files, (file) => readFileSync(join(root, file), 'utf8'));
  return groups.map((group, index) => {
    const [first = ''] = group;
    const name = first
      .replace(/^test\//, '')
      .replace(/\.test\.ts$/, '')
      .replaceAll('/', '-');
    const entry = join(folder, `${String(index).padStart(3, '0')}-${name}.mjs`);
    const imports = group.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`);
    writeFileSync(entry, imports.join(''));
    return entry;
  });
}
