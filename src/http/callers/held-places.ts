/**
 * Places that a client holds for minutes, such as event streams. All processes of the shop count them together: each
 * reports at once what its clients hold. Until the report has arrived, a process gives a client at most one further
 * place; for a second further place the client waits for the report. With N processes, a client can therefore hold at
 * most N - 1 places too many. The places of a process that has crashed become free after half a minute.
 */

import type { HeldPlace } from '../../usecases/callers/limit-store.ts';
import type { LimitExchange } from './limit-exchange.ts';

/** How many places of one client are given before they are reported. */
const allowance = 1;

export interface HeldPlaces {
  /**
   * @returns the function that gives the place back, which must be called once; null if the client holds as many
   * places as it may. A promise is returned if the reports of other processes are needed first.
   */
  take(client: string): Leave | null | Promise<Leave | null>;
  /** The number of places that clients hold at this process. */
  total(): number;
}

export type Leave = () => void;

interface Holder {
  readonly client: string;
  readonly key: string;
  held: number;
  /** The number of requests that wait in `takeLater` for a place. */
  asking: number;
  /** The number of places that the client held at other processes at the last exchange. */
  others: number;
  /**
   * The number of places given since the last report (`unreported`), and of those in the report that is on its way
   * (`sent`).
   */
  unreported: number;
  sent: number;
}

/** @param name unique in the process; a part of the key in the database. */
export function heldPlaces(name: string, perClientMax: number, exchange: LimitExchange): HeldPlaces {
  const { digest } = exchange;
  const holders = new Map<string, Holder>();
  const waiting = new Set<Holder>();
  const sent = new Map<string, Holder>();
  let total = 0;

  function holderOf(client: string): Holder {
    const present = holders.get(client);
    if (present !== undefined) return present;
    const key = digest === null ? client : digest(`${name} ${client}`);
    const fresh = { client, key, held: 0, asking: 0, others: 0, unreported: 0, sent: 0 };
    holders.set(client, fresh);
    return fresh;
  }

  function report(holder: Holder): void {
    if (digest === null) return;
    waiting.add(holder);
    exchange.hurry();
  }

  /**
   * Forgets a client that holds no place and asks for none. Two holders for one client would each count only a part of
   * the client's places.
   */
  function forgetUnused(holder: Holder): void {
    if (holder.held > 0 || holder.asking > 0) return;
    // If the database does not respond, drop the report: the other processes drop the places of this process after a
    // time.
    if (exchange.isAlone()) waiting.delete(holder);
    if (!waiting.has(holder) && !sent.has(holder.key)) holders.delete(holder.client);
  }

  function give(holder: Holder): Leave {
    holder.held += 1;
    total += 1;
    if (digest !== null) holder.unreported += 1;
    report(holder);
    return () => {
      holder.held -= 1;
      total -= 1;
      report(holder);
      forgetUnused(holder);
    };
  }

  const isFull = ({ held, others }: Holder): boolean =>
    held + (exchange.isAlone() ? 0 : others) >= perClientMax;
  const mustAsk = ({ unreported, sent }: Holder): boolean =>
    !exchange.isAlone() && unreported + sent >= allowance;

  /** Waits for an exchange before it refuses, because the client may have given back places at other processes. */
  async function takeLater(holder: Holder): Promise<Leave | null> {
    for (;;) {
      waiting.add(holder);
      holder.asking += 1;
      await exchange.exchanged();
      holder.asking -= 1;
      if (isFull(holder)) {
        forgetUnused(holder);
        return null;
      }
      if (!mustAsk(holder)) return give(holder);
    }
  }

  function giveBack(): void {
    for (const holder of sent.values()) {
      holder.unreported += holder.sent;
      holder.sent = 0;
      waiting.add(holder);
    }
    sent.clear();
  }

  exchange.addHeld({
    waiting: () => waiting.size,
    reportAll() {
      for (const holder of holders.values()) waiting.add(holder);
    },
    collect(countMax) {
      const reports: HeldPlace[] = [];
      for (const holder of waiting) {
        if (reports.length >= countMax) break;
        waiting.delete(holder);
        sent.set(holder.key, holder);
        holder.sent = holder.unreported;
        holder.unreported = 0;
        reports.push({ key: holder.key, held: holder.held });
      }
      return reports;
    },
    apply(answers) {
      const others = new Map(answers.map(({ key, held }) => [key, held]));
      for (const holder of [...sent.values()]) {
        sent.delete(holder.key);
        holder.sent = 0;
        holder.others = others.get(holder.key) ?? 0;
        forgetUnused(holder);
      }
    },
    giveBack,
  });

  return {
    take(client) {
      const holder = holderOf(client);
      if (digest === null) return isFull(holder) ? null : give(holder);
      return isFull(holder) || mustAsk(holder) ? takeLater(holder) : give(holder);
    },
    total: () => total,
  };
}
