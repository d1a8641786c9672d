/**
 * Group commit: transactions that arrive together are written by one SQLite transaction, so that they share
 * its one fsync. Each runs inside a savepoint of its own, so that one which fails is undone alone. Nobody
 * hears of success before the common commit is durable.
 *
 * The commit itself only writes to the log file; the fsync follows outside the event loop, and while it runs
 * the next batch gathers. The disk's time is then nobody's but its own: look-ups go on, and a slow disk makes
 * the batches larger instead of the service deaf.
 *
 * The SQLite driver is synchronous, so a transaction that waits for nothing but the database ends within the
 * turn in which it began. One that does not is waiting for something else while it holds the only writer:
 * it is undone and told so.
 */

import type { DatabaseSync } from 'node:sqlite';

/** Bounds how long one batch keeps the event loop: about 10 ms of small transactions. */
const batchMax = 256;

const waitedElsewhere =
  'a transaction waited for something other than the database: it holds the only writer and must not';

/** Makes everything durable that was committed before it was called. Rejects when that is not certain. */
export type MakeDurable = () => Promise<void>;

export interface GroupCommit {
  run<T>(work: Work<T>): Promise<T>;
  /** @throws the disk's failure, if it ever failed: only a restart helps then. */
  assertSound(): void;
  /** Resolves when everything that was queued has been answered. */
  drain(): Promise<void>;
}

export interface Work<T> {
  run(): Promise<T>;
  /** Its part of the batch is over, well or not: whatever it still tries must be refused. Must not throw. */
  end(): void;
  /** What it wrote is durable. Must not throw. */
  committed(): void;
}

interface Queued {
  /** Runs the work. @returns what answers its caller after the commit. */
  run(): Promise<() => void>;
  end(): void;
  reject(error: unknown): void;
}

type Outcome =
  | { readonly entry: Queued; readonly answer: () => void }
  | { readonly entry: Queued; readonly error: unknown };

export function groupCommit(database: DatabaseSync, makeDurable: MakeDurable): GroupCommit {
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const savepoint = database.prepare('savepoint work');
  const release = database.prepare('release work');
  const undo = database.prepare('rollback to work');

  const queue: Queued[] = [];
  let flushing = false;
  let drained: (() => void) | undefined;
  /** Once the disk has failed, nothing that it says afterwards can be believed. */
  let broken: { readonly error: unknown } | undefined;

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
   * After a failed fsync the system may have dropped the very pages that it could not write, and a second
   * call would succeed: what was committed cannot be trusted, nor taken back. All later work is refused.
   */
  async function makeLasting(outcomes: Outcome[]): Promise<Outcome[]> {
    if (outcomes.every((outcome) => 'error' in outcome)) return outcomes;
    try {
      await makeDurable();
      return outcomes;
    } catch (error) {
      broken = { error };
      return outcomes.map((outcome) => ('error' in outcome ? outcome : { entry: outcome.entry, error }));
    }
  }

  /** Never rejects. @returns one outcome per entry, all of them final. */
  async function writeBatch(batch: readonly Queued[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const turn = watchTurns();
    try {
      begin.run();
      for (const entry of batch) outcomes.push(await writeOne(entry, turn));
      commit.run();
      return outcomes;
    } catch (error) {
      rollBack();
      // What failed by itself keeps its own reason; all others fail together.
      return batch.map((entry, index) => {
        const outcome = outcomes[index];
        return outcome !== undefined && 'error' in outcome ? outcome : { entry, error };
      });
    } finally {
      turn.stop();
    }
  }

  function rollBack(): void {
    try {
      if (database.isTransaction) rollback.run();
    } catch {
      // The reason is told already. While this cannot be undone, every `begin` fails and comes here again.
    }
  }

  /** @throws when the failure ended the common transaction, as a full disk does. */
  async function writeOne(entry: Queued, turn: TurnWatch): Promise<Outcome> {
    savepoint.run();
    try {
      // Watching begins before the work does, or the work's own wait for the next turn would win.
      const over = turn.over();
      const answer = await Promise.race([entry.run(), over]);
      release.run();
      return { entry, answer };
    } catch (error) {
      if (!database.isTransaction) throw error;
      undo.run();
      release.run();
      return { entry, error };
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
  /** Rejects when the present turn of the event loop ends. */
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
