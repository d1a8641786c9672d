/** Opens each net once per process, at its first use. */

/**
 * @param open opens a net
 * @param keyOf identifies a net. Absent: the argument of `open` identifies it.
 * @returns a function that opens the net at its first call, and again only if opening failed: a disk that fails for a
 * moment must not make all later tasks of the process fail.
 */
export function openedOnce<Given, Opened>(
  open: (given: Given) => Promise<Opened>,
  keyOf: (given: Given) => unknown = (given) => given,
): (given: Given) => Promise<Opened> {
  const opened = new Map<unknown, Promise<Opened>>();
  return (given) => {
    const key = keyOf(given);
    const existing = opened.get(key);
    if (existing !== undefined) return existing;
    const opening = open(given);
    opened.set(key, opening);
    opening.catch(() => opened.delete(key));
    return opening;
  };
}
