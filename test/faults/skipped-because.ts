/** Tests of faults need tools of the system. Without them they are skipped, and under `CI=true` they fail. */

/** @param missing why this machine cannot run the test; null if it can. */
export function skippedBecause(missing: string | null): string | false {
  if (missing === null) return false;
  if (process.env.CI === 'true') throw new Error(`under CI=true the tests of faults must run: ${missing}`);
  return missing;
}
