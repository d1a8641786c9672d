/**
 * Exchanges what clients have used of their limits with the other processes of the shop, through the database and in
 * the background: one transaction a second, and one at once when a client has used much. While the database does not
 * respond, each process applies the limits on its own.
 */

import type { HeldPlace, LimitWrites, RestoredIn, SpentLimit } from '../../usecases/callers/limit-store.ts';
import type { Log } from '../../usecases/ports/tools.ts';

const everyMs = 1_000;
/** The longest time for which a request waits for an exchange. */
const waitMsMax = 2_000;
/** The maximum number of clients in one transaction. */
const reportsMax = 500;
/** How long the places of a process that has crashed stay taken. */
const placesKeptMs = 30_000;
/** How often a process reports the places that its clients hold. If two reports are lost, the places are still kept. */
const heartbeatMs = placesKeptMs / 4;

/** The connection of this process to the other processes, through the database. */
export interface SharedLimits {
  /** Runs `work` in one transaction, and repeats it after a temporary failure. */
  transaction<T>(work: (limits: LimitWrites) => Promise<T>): Promise<T>;
  /** The id of this process. It is new at each start. */
  readonly process: string;
  /** Returns a key without personal data, which is the same in all processes. */
  digest(text: string): string;
}

/**
 * The limits of one kind. In an exchange with the database they report what clients used since the last exchange, and
 * apply the totals that the database returns. One exchange runs at a time.
 */
export interface ExchangedPart<Report, Answer> {
  /** The number of clients whose use must be reported. */
  waiting(): number;
  collect(countMax: number): Report[];
  apply(answers: readonly Answer[]): void;
  /** Called if the exchange failed or its outcome is unknown. What `collect` returned must then be reported again. */
  giveBack(): void;
}

export interface LimitExchange {
  /**
   * Makes the keys under which limits are reported (`SharedLimits.digest`). Null: this is the only process of the
   * shop.
   */
  readonly digest: ((text: string) => string) | null;
  /** Whether the other processes cannot be reached, so that this process decides alone. */
  isAlone(): boolean;
  /** Begins an exchange as soon as the current event of the event loop has been handled. */
  hurry(): void;
  /** Resolves when an exchange that began after this call has ended, or when this process decides alone. */
  exchanged(): Promise<void>;
  addSpent(part: ExchangedPart<SpentLimit, RestoredIn>): void;
  addHeld(part: ExchangedPart<HeldPlace, HeldPlace> & { readonly reportAll: () => void }): void;
  /** Ends the exchange, and frees the places that clients hold at this process. */
  stop(): Promise<void>;
}

export function createLimitExchange(shared: SharedLimits | null, log: Log): LimitExchange {
  return shared === null ? noExchange : exchangeWith(shared, log);
}

const noExchange: LimitExchange = {
  digest: null,
  isAlone: () => true,
  hurry: () => undefined,
  exchanged: async () => undefined,
  addSpent: () => undefined,
  addHeld: () => undefined,
  stop: async () => undefined,
};

function exchangeWith(shared: SharedLimits, log: Log): LimitExchange {
  const spentParts: ExchangedPart<SpentLimit, RestoredIn>[] = [];
  const heldParts: (ExchangedPart<HeldPlace, HeldPlace> & { readonly reportAll: () => void })[] = [];
  let isAlone = false;
  let isHurried = false;
  let isStopped = false;
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const parts = () => [...spentParts, ...heldParts];
  const waiting = () => parts().reduce((sum, part) => sum + part.waiting(), 0);

  function decideAlone(err: unknown): void {
    if (!isAlone) log.warn({ err }, 'limits hold for each process alone: the database does not respond');
    isAlone = true;
  }

  async function exchangeOnce(): Promise<void> {
    const spent = collected(spentParts, reportsMax);
    const held = collected(heldParts, reportsMax);
    try {
      const answers = await shared.transaction(async (limits) => ({
        restored: spent.length === 0 ? [] : await limits.spend(spent),
        others: held.length === 0 ? [] : await limits.hold(shared.process, held, placesKeptMs),
      }));
      for (const part of spentParts) part.apply(answers.restored);
      for (const part of heldParts) part.apply(answers.others);
      if (isAlone) log.info({}, 'limits hold for the whole shop again');
      isAlone = false;
    } catch (err) {
      for (const part of parts()) part.giveBack();
      decideAlone(err);
    }
  }

  function begin(): Promise<void> {
    if (current === null) {
      current = exchangeOnce().finally(() => {
        current = null;
      });
      return current;
    }
    // The current exchange does not contain what clients have used since it began, so another exchange follows it.
    next ??= current.then(() => {
      next = null;
      return begin();
    });
    return next;
  }

  async function exchanged(): Promise<void> {
    if (isStopped) return;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        decideAlone(new Error(`no response for ${waitMsMax} ms`));
        resolve();
      }, waitMsMax);
    });
    await Promise.race([begin(), tooLong]);
    clearTimeout(timer);
  }

  async function exchangeWaiting(): Promise<void> {
    for (let left = waiting(); left > 0 && !isStopped; left -= reportsMax) {
      await begin();
      if (isAlone) return;
    }
  }

  const background = setInterval(() => void exchangeWaiting(), everyMs).unref();
  const heartbeat = setInterval(() => {
    for (const part of heldParts) part.reportAll();
  }, heartbeatMs).unref();

  return {
    digest: shared.digest,
    isAlone: () => isAlone || isStopped,
    hurry() {
      if (isHurried || isStopped) return;
      isHurried = true;
      setImmediate(() => {
        isHurried = false;
        if (!isStopped && waiting() > 0) void begin();
      });
    },
    exchanged,
    addSpent: (part) => void spentParts.push(part),
    addHeld: (part) => void heldParts.push(part),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      clearInterval(background);
      clearInterval(heartbeat);
      await current;
      await shared
        .transaction((limits) => limits.release(shared.process))
        .catch((err: unknown) => {
          log.warn({ err }, 'the places of event streams will be released later');
        });
    },
  };
}

function collected<Report>(parts: readonly ExchangedPart<Report, never>[], countMax: number): Report[] {
  const reports: Report[] = [];
  for (const part of parts) reports.push(...part.collect(countMax - reports.length));
  return reports;
}
