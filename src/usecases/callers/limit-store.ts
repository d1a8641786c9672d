/**
 * The part of the store's port with which the API processes of a shop count together what each client uses of the
 * limits. Times are relative to the time of the call, so that the clocks of the processes need not agree. A key names
 * a limit and a client, without personal data.
 */

/**
 * The requests of one client that one process has accepted since its last report, for one limit. A used part of a
 * limit is restored evenly over time, so an amount is expressed as the time that its restoration takes.
 */
export interface SpentLimit {
  readonly key: string;
  /** The time in which a limit that is used up is completely restored. */
  readonly windowMs: number;
  /** The time in which the amount that this process has accepted is restored. */
  readonly spentMs: number;
  /**
   * The time from the report until this amount would be restored if no other process had accepted requests; negative:
   * it was restored before the report.
   */
  readonly restoredInMs: number;
}

export interface RestoredIn {
  readonly key: string;
  /** The time from now until everything that all processes have reported is restored. */
  readonly restoredInMs: number;
}

/** How many places one client holds at one process. A place is, for example, an open event stream. */
export interface HeldPlace {
  readonly key: string;
  readonly held: number;
}

export interface LimitWrites {
  /**
   * Adds what this process reports to what other processes have reported.
   * @returns one entry for each key.
   */
  spend(spent: readonly SpentLimit[]): Promise<RestoredIn[]>;
  /**
   * Stores the number of places that clients hold at this process, in place of the numbers stored for these keys
   * before. The numbers expire after `keptMs`.
   * @returns how many places the same clients hold at other processes; keys without such a place are left out.
   */
  hold(process: string, places: readonly HeldPlace[], keptMs: number): Promise<HeldPlace[]>;
  /** Releases all places of this process. */
  release(process: string): Promise<void>;
  /** Deletes the rows of restored limits, and the places of processes that have ended. */
  purge(): Promise<void>;
}
