/** Waits for a condition of another process, which no clock of ours moves: asks until it holds, with a bound. */

const pauseMs = 40;

/**
 * @param probe answers undefined or false while the condition does not hold.
 * @throws Error naming `what` when it never did.
 */
export async function waitUntil<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 30_000,
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
