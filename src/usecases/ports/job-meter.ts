/** Counts the job attempts of this process, for metrics. */

export interface JobMeter {
  /**
   * Counts the start of an attempt.
   * @returns a function that the caller must call when the attempt has ended.
   */
  began(kind: string): (end: string, durationMs: number) => void;
}
