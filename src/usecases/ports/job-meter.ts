/** Counts the attempts at jobs of this process, for metrics. */

export interface JobMeter {
  /** @returns a function that is called when the attempt has ended. */
  began(kind: string): (end: string, durationMs: number) => void;
}
