/**
 * Lets a caller without a token become one guest. Otherwise each of several calls at the same time would create a guest
 * of its own, and the orders and memberships of all but one would be lost. The later calls wait for the token of the first.
 */

/** @returns a function that starts a call as soon as there is a token, or no other call could bring one. */
export function oneGuest(hasToken: () => boolean): <Result>(call: () => Promise<Result>) => Promise<Result> {
  let first: Promise<void> | null = null;
  const end = () => {
    first = null;
  };
  return async (call) => {
    while (!hasToken() && first !== null) await first;
    const result = call();
    if (!hasToken()) first = result.then(end, end);
    return result;
  };
}
