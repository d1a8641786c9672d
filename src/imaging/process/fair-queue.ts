/**
 * A bounded queue that shares the image processes between clients. For each client, the queue adds up the estimated
 * cost of the client's tasks that have left the queue. The next task to leave is the one with which the sum of its
 * client is smallest. A client with many large photos therefore gets no more than its share, and a small photo
 * comes before a large one. A large photo does not wait for ever, because every task that leaves raises the sum at
 * which new clients begin (self-clocked fair queueing).
 *
 * A full queue still accepts a task of a client with few waiting tasks, and refuses the newest task of the client
 * with the most tasks instead.
 */

export interface FairQueue<T> {
  length(): number;
  /**
   * @returns the item that must be refused, which is the added item or an item of another client; undefined if the
   * queue was not full.
   */
  add(item: T, client: string, cost: number): T | undefined;
  take(): T | undefined;
  remove(item: T): void;
  /** Removes and returns all items. */
  drain(): readonly T[];
}

interface Waiting<T> {
  readonly item: T;
  readonly client: string;
  readonly cost: number;
  /**
   * The position among the tasks of one client. Small tasks come first, but a large task does not wait for
   * ever.
   */
  readonly rank: number;
}

export function createFairQueue<T>(lengthMax: number): FairQueue<T> {
  let waiting: Waiting<T>[] = [];
  /**
   * The sum at which a client without waiting tasks begins. A client that sent no tasks for some time
   * therefore gets no advantage.
   */
  let beginSum = 0;
  /** The sums of the clients with waiting tasks, and of other clients whose sum is above `beginSum`. */
  const sums = new Map<string, number>();
  const sumOf = (client: string): number => sums.get(client) ?? beginSum;
  const isWaiting = (client: string): boolean => waiting.some((one) => one.client === client);

  function forgetIdle(): void {
    for (const [client, sum] of sums) if (sum <= beginSum && !isWaiting(client)) sums.delete(client);
  }

  function countByClient(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { client } of waiting) counts.set(client, (counts.get(client) ?? 0) + 1);
    return counts;
  }

  /**
   * @returns the newest task of the client with the most waiting tasks, if it has at least two more than
   * `client` has.
   */
  function yielding(client: string): Waiting<T> | undefined {
    const counts = countByClient();
    const [most = '', count = 0] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
    if (count <= (counts.get(client) ?? 0) + 1) return undefined;
    return waiting.findLast((one) => one.client === most);
  }

  function next(): Waiting<T> | undefined {
    const first = new Map<string, Waiting<T>>();
    for (const one of waiting) {
      const known = first.get(one.client);
      if (known === undefined || one.rank < known.rank) first.set(one.client, one);
    }
    let best: Waiting<T> | undefined;
    for (const one of first.values()) {
      if (best === undefined || sumOf(one.client) + one.cost < sumOf(best.client) + best.cost) best = one;
    }
    return best;
  }

  return {
    length: () => waiting.length,
    add(item, client, cost) {
      if (!isWaiting(client)) sums.set(client, Math.max(sumOf(client), beginSum));
      const added = { item, client, cost, rank: sumOf(client) + cost };
      if (waiting.length < lengthMax) {
        waiting.push(added);
        return undefined;
      }
      const gone = yielding(client);
      if (gone === undefined) {
        forgetIdle();
        return item;
      }
      waiting = [...waiting.filter((one) => one !== gone), added];
      forgetIdle();
      return gone.item;
    },
    take() {
      const taken = next();
      if (taken === undefined) return undefined;
      waiting = waiting.filter((one) => one !== taken);
      const sum = sumOf(taken.client) + taken.cost;
      sums.set(taken.client, sum);
      beginSum = Math.max(beginSum, sum);
      forgetIdle();
      return taken.item;
    },
    remove(item) {
      waiting = waiting.filter((one) => one.item !== item);
      forgetIdle();
    },
    drain() {
      const all = waiting.map(({ item }) => item);
      waiting = [];
      return all;
    },
  };
}
