/** Polls until a condition of another process is true, because no test clock controls other processes. */

const pauseMs = 40;

/**
 * @param probe returns undefined or false while the condition is not true.
 * The time limit only ends a test that waits for ever, so it is far longer than a loaded machine needs.
 * @throws Error that names `what`, when the condition is not true within `timeoutMs`.
 */
export async function waitUntil<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 180_000,
): Promise<T> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > endsAt) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await pause(pauseMs);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
