/** Runs at most a certain number of tasks at once. The other tasks wait for their turn, in the order of their calls. */

export type InTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** @returns a function that runs a task when it is its turn. A task that fails ends its turn too. */
export function createTurns(tasksMax: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < tasksMax) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The next task takes the place of this one, so that no task that is called in between overtakes it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
