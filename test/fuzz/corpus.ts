/**
 * The corpus of a target: small inputs that each reach something new. `npm run fuzz` starts from them and adds to them;
 * `npm test` replays them.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('corpus/', import.meta.url));

/** The corpus is part of the repository, so it stays small. */
const entryBytesMax = 4 * 1024;
const entriesMax = 150;

export interface Corpus {
  /** Smallest first. */
  readonly entries: readonly Buffer[];
  /** @returns false if the input is too long or already in the corpus, or if the corpus is full. */
  add(input: Buffer): boolean;
  /**
   * Removes an input that `add` has stored. An input of a fixed fault stays, because its file name is a few words
   * and not a hash.
   */
  remove(input: Buffer): void;
}

/** @param within the folder of all corpora. */
export function openCorpus(target: string, extension: string, within = folder): Corpus {
  const own = join(within, target);
  mkdirSync(own, { recursive: true });
  const entries: Buffer[] = readdirSync(own)
    .sort()
    .map((name): Buffer => readFileSync(join(own, name)))
    .sort((one, other) => one.length - other.length);
  const fileOf = (input: Buffer) => join(own, `${nameOf(input)}.${extension}`);
  const known = new Set(entries.map(nameOf));
  return {
    entries,
    add(input) {
      if (input.length > entryBytesMax || entries.length >= entriesMax || known.has(nameOf(input)))
        return false;
      known.add(nameOf(input));
      entries.push(input);
      writeFileSync(fileOf(input), input);
      return true;
    },
    remove: (input) => rmSync(fileOf(input), { force: true }),
  };
}

/** The file name of an input without the extension, in the corpus and among the findings. */
export function nameOf(input: Buffer): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 12);
}
