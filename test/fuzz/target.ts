/** What `npm run fuzz` needs of a target: how to make inputs, and how to run one and judge what happens. */

import type { Arbitrary } from 'fast-check';

export interface Verdict {
  /** What happened, in few words. The first input with a new label is kept in the corpus. */
  readonly label: string;
  /** What is wrong; null when nothing is. Equal problems have equal texts, so numbers and ids are left out. */
  readonly problem: string | null;
}

/** A target that is ready to run inputs one after the other. */
export interface OpenTarget {
  /** Must not throw, whatever the input is. A thrown error counts as a problem. */
  run(input: Buffer): Promise<Verdict>;
  close(): Promise<void>;
}

export interface Target {
  readonly name: string;
  /** The extension of its files in the corpus. */
  readonly extension: string;
  /** Inputs of the right structure: valid, nearly valid and hostile. */
  readonly inputs: Arbitrary<Buffer>;
  /** Texts that mutations insert. */
  readonly dictionary: readonly string[];
  /** Longer inputs are cut. */
  readonly inputBytesMax: number;
  /** A run that takes longer is a finding. */
  readonly timeMsMax: number;
  open(): Promise<OpenTarget>;
}

export function fine(label: string): Verdict {
  return { label, problem: null };
}

export function wrong(problem: string): Verdict {
  return { label: problem, problem };
}
