/**
 * The part of the store's port by which the API processes of a shop hold its limits together. Times are relative to the
 * time of the call, so that the clocks of the processes need not agree. Keys contain no personal data.
 */

/** What one process has accepted since its last report, for one client and one limit. */
export interface SpentLimit {
  readonly key: string;
  /** The time in which the whole limit is restored. */
  readonly windowMs: number;
  /** The time that it takes to restore what was accepted. */
  readonly spentMs: number;
  /** The time from the report until this amount alone would be restored; negative if it is restored already. */
  readonly restoredInMs: number;
}

export interface RestoredIn {
  readonly key: string;
  /** The time until everything that all processes have reported is restored. */
  readonly restoredInMs: number;
}

/** How many places a process holds for one client. */
export interface HeldPlace {
  readonly key: string;
  readonly held: number;
}

export interface LimitWrites {
  /** Adds the reports to those of other processes. @returns one line for each key. */
  spend(spent: readonly SpentLimit[]): Promise<RestoredIn[]>;
  /**
   * Replaces what this process holds for these keys, for `keptMs`.
   * @returns how many places other processes hold; keys of which no other process holds a place are left out.
   */
  hold(process: string, places: readonly HeldPlace[], keptMs: number): Promise<HeldPlace[]>;
  /** Releases all places of this process. */
  release(process: string): Promise<void>;
  /** Deletes the rows of restored limits, and the places of processes that have ended. */
  purge(): Promise<void>;
}
