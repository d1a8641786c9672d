/** Certainties, 0–1, and their log-odds, which can be added and averaged. */

/** Certainties are kept at this distance from 0 and 1, so that their log-odds are finite. */
const certaintyStep = 1e-7;

/** Finite also for certainties that are 0 or 1 in float32. */
export function logOdds(certainty: number): number {
  const open = Math.min(1 - certaintyStep, Math.max(certaintyStep, certainty));
  return Math.log(open / (1 - open));
}

export function certaintyOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
