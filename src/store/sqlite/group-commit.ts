/**
 * Group commit: one SQLite transaction writes a batch of transactions that arrive together, so that they
 * share one fsync. No caller receives a result before the common commit is durable.
 *
 * A batch first runs without savepoints, because a savepoint makes SQLite copy every page that is changed after
 * it. When one of its transactions fails, the batch is rolled back and each transaction runs again in its own
 * savepoint, so that a failed transaction is rolled back alone.
 *
 * The commit itself only writes to the log file. The fsync follows outside the event loop, and the next batch
 * gathers while it runs. Reads continue during the fsync, and a slow disk makes the batches larger instead of
 * blocking the service.
 *
 * The SQLite driver is synchronous, so a transaction that waits only for the database ends in the turn of the
 * event loop in which it began. A transaction that does not end in that turn waits for something other than the
 * database while it holds the only writer. It is rolled back, and its promise rejects.
 */

import type { DatabaseSync } from 'node:sqlite';

/** Limits the time for which one batch blocks the event loop: about 10 ms of small transactions. */
const batchMax = 256;

/**
 * The number of batches after a failure that begin with savepoints, so that repeated failures do not double the work
 * of every batch.
 */
const carefulBatches = 16;

const waitedElsewhere =
  'a transaction waited for something other than the database: it holds the only writer and must not';

/** Makes every earlier commit durable. Rejects when this is not certain. */
export type MakeDurable = () => Promise<void>;

export interface GroupCommit {
  run<T>(work: Work<T>): Promise<T>;
  /**
   * @throws the error of an fsync that has failed. After a failed fsync, only a restart of the process
   * helps.
   */
  assertSound(): void;
  /** Resolves when every queued transaction has its result. */
  drain(): Promise<void>;
}

export interface Work<T> {
  /** Called a second time, after `end`, when the batch of the first run was rolled back. */
  run(): Promise<T>;
  /**
   * Called when a run ends, with success or not. After that, every call of the run's transaction must fail.
   * Must not throw.
   */
  end(): void;
  /** Called when the writes of the last run are durable. Must not throw. */
  committed(): void;
}

interface Queued {
  /** Runs the work. @returns the function that resolves the caller's promise after the commit. */
  run(): Promise<() => void>;
  end(): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly entry: Queued; readonly answer: () => void }
  | { readonly entry: Queued; readonly error: unknown };

/** @param failed called once, after the first failed fsync. */
export function groupCommit(
  database: DatabaseSync,
  makeDurable: MakeDurable,
  failed: (error: unknown) => void = () => undefined,
): GroupCommit {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const savepoint = database.prepare('savepoint work');
  const release = database.prepare('release work');
  const undo = database.prepare('rollback to work');

  const queue: Queued[] = [];
  let flushing = false;
  let drained: (() => void) | undefined;
  /** Set by the first failed fsync. Later results of the disk are not reliable. */
  let broken: { readonly error: unknown } | undefined;
  /** How many of the next batches begin with savepoints. */
  let careful = 0;

  function scheduleFlush(): void {
    if (flushing) return;
    flushing = true;
    setImmediate(flush);
  }

  async function flush(): Promise<void> {
    const batch = queue.splice(0, batchMax);
    const outcomes = await makeLasting(broken === undefined ? await writeBatch(batch) : refuse(batch));
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.entry.reject(outcome.error);
      else outcome.answer();
    }
    flushing = false;
    if (queue.length > 0) scheduleFlush();
    else drained?.();
  }

  function refuse(batch: readonly Queued[]): Outcome[] {
    return batch.map((entry) => ({ entry, error: broken?.error }));
  }

  /**
   * After a failed fsync, the system may have dropped the pages that it could not write, and a second fsync
   * would succeed without them. The commit can neither be trusted nor rolled back, so all later work is
   * refused.
   */
  async function makeLasting(outcomes: Outcome[]): Promise<Outcome[]> {
    if (outcomes.every((outcome) => 'error' in outcome)) return outcomes;
    try {
      await makeDurable();
      return outcomes;
    } catch (error) {
      broken = { error };
      failed(error);
      return outcomes.map((outcome) => ('error' in outcome ? outcome : { entry: outcome.entry, error }));
    }
  }

  /** Never rejects. @returns the final outcome of each entry. */
  async function writeBatch(batch: readonly Queued[]): Promise<Outcome[]> {
    const turn = watchTurns();
    try {
      if (careful > 0) {
        careful -= 1;
      } else {
        const outcomes = await writeTogether(batch, turn);
        if (outcomes !== undefined) return outcomes;
        careful = carefulBatches;
      }
      return await writeApart(batch, turn);
    } finally {
      turn.stop();
    }
  }

  /** @returns undefined when one of several transactions failed: none of them is written then. */
  async function writeTogether(batch: readonly Queued[], turn: TurnWatch): Promise<Outcome[] | undefined> {
    const outcomes: Outcome[] = [];
    try {
      begin.run();
      for (const entry of batch) outcomes.push({ entry, answer: await runOne(entry, turn) });
      commit.run();
      return outcomes;
    } catch (error) {
      rollBack();
      return batch.length > 1 ? undefined : batch.map((entry) => ({ entry, error }));
    }
  }

  /** Never rejects. @returns the final outcome of each entry. */
  async function writeApart(batch: readonly Queued[], turn: TurnWatch): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    try {
      begin.run();
      for (const entry of batch) outcomes.push(await writeOne(entry, turn));
      commit.run();
      return outcomes;
    } catch (error) {
      rollBack();
      // A transaction that failed alone keeps its own error. All others fail with the error of the commit.
      return batch.map((entry, index) => {
        const outcome = outcomes[index];
        return outcome !== undefined && 'error' in outcome ? outcome : { entry, error };
      });
    }
  }

  function rollBack(): void {
    try {
      if (database.isTransaction) rollback.run();
    } catch {
      // Ignore the error of the rollback, so that the callers receive the first error. If the rollback did
      // not work, the next `begin` fails and the rollback is tried again.
    }
  }

  /** @throws when the error has ended the common transaction, for example because the disk is full. */
  async function writeOne(entry: Queued, turn: TurnWatch): Promise<Outcome> {
    savepoint.run();
    try {
      const answer = await runOne(entry, turn);
      release.run();
      return { entry, answer };
    } catch (error) {
      if (!database.isTransaction) throw error;
      undo.run();
      release.run();
      return { entry, error };
    }
  }

  async function runOne(entry: Queued, turn: TurnWatch): Promise<() => void> {
    try {
      // Start to watch the turn before the work starts. Otherwise work that takes one turn too many would not
      // be noticed.
      const over = turn.over();
      return await Promise.race([entry.run(), over]);
    } finally {
      entry.end();
    }
  }

  return {
    run(work) {
      return new Promise((resolve, reject) => {
        queue.push({
          reject,
          end: () => work.end(),
          async run() {
            const value = await work.run();
            return () => {
              resolve(value);
              work.committed();
            };
          },
        });
        scheduleFlush();
      });
    },
    assertSound() {
      if (broken !== undefined) throw broken.error;
    },
    async drain() {
      if (flushing) await new Promise<void>((resolve) => (drained = resolve));
    },
  };
}

interface TurnWatch {
  /** Rejects when the current turn of the event loop ends. */
  over(): Promise<never>;
  stop(): void;
}

function watchTurns(): TurnWatch {
  let immediate: NodeJS.Immediate | undefined;
  let watch: Promise<never> | undefined;
  return {
    over() {
      watch ??= new Promise((_resolve, reject) => {
        immediate = setImmediate(() => {
          watch = undefined;
          reject(new Error(waitedElsewhere));
        });
      });
      return watch;
    },
    stop: () => clearImmediate(immediate),
  };
}
