/**
 * Makes one guest of a caller without a token. Of several calls at the same time, each would make a guest of its own,
 * whose orders and membership are lost with its token. So the later calls wait for the token of the first one.
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
