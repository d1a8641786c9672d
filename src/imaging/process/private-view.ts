/**
 * Writes the shell script that gives an image process a view of the file system without the service's data. The script
 * runs in a mount namespace of its own, as root of that namespace, so nothing changes for other processes.
 *
 * An empty folder in memory covers each hidden folder. Folders that the process needs and that would be hidden too are
 * bound into their old places.
 */

export interface PrivateView {
  /** Absolute real paths. Folders that do not exist are skipped. */
  readonly hidden: readonly string[];
  /** Absolute real paths of existing folders, at most six. */
  readonly readOnly: readonly string[];
  /** The one folder in which the process may write. */
  readonly writable: string;
  /** Absolute paths of the programs `mount` and `mkdir`. */
  readonly mount: string;
  readonly mkdir: string;
}

/** Descriptor 3 is the channel to the service. A POSIX shell redirects descriptors of one digit only. */
const firstDescriptor = 4;
const foldersMax = 6;

type Step = { readonly kind: 'hide' | 'bind'; readonly path: string };

/** @returns lines of a POSIX shell script. */
export function privateViewScript(view: PrivateView): readonly string[] {
  const bound = [...view.readOnly, view.writable];
  if (bound.length > foldersMax) throw new Error('too many folders for the view of an image process');
  const descriptorOf = (path: string): number => firstDescriptor + bound.indexOf(path);
  const steps: Step[] = [
    ...view.hidden.map((path) => ({ kind: 'hide', path }) as const),
    ...bound.map((path) => ({ kind: 'bind', path }) as const),
  ];
  // An outer folder comes before the folders inside it.
  steps.sort((a, b) => a.path.length - b.path.length);
  const mount = quoted(view.mount);
  return [
    // The folders are opened before anything covers them.
    ...bound.map((path) => `exec ${descriptorOf(path)}<${quoted(path)}`),
    ...steps.flatMap(({ kind, path }) => {
      if (kind === 'hide') {
        const options = path === '/tmp' ? 'mode=1777,size=512m' : 'mode=755,size=1m';
        return [
          `if [ -d ${quoted(path)} ]; then ${mount} -t tmpfs -o ${options},nosuid,nodev image ${quoted(path)}; fi`,
        ];
      }
      const lines = [
        `[ -d ${quoted(path)} ] || ${quoted(view.mkdir)} -p ${quoted(path)}`,
        `${mount} -c --bind /proc/self/fd/${descriptorOf(path)} ${quoted(path)}`,
      ];
      // Some systems lock the flags of a mount in a user namespace. The folder is then bound with its present
      // flags.
      if (path !== view.writable)
        lines.push(`${mount} -c -o remount,bind,ro ${quoted(path)} 2>/dev/null || :`);
      return lines;
    }),
    ...bound.map((path) => `exec ${descriptorOf(path)}<&-`),
  ];
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
