/** Sends the notifications of a fake provider as providers do: late, twice, out of order, and again until one is accepted. */

import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import { pause } from '../support/wait-until.ts';
import type { Bank } from './banks/bank.ts';
import type { Chance } from './chance.ts';
import type { Moments } from './moments.ts';

export interface NotificationSender {
  readonly sent: number;
  /** Stops after everything that is not lost was accepted. */
  finish(): Promise<void>;
}

const delayMsMax = 400;
const repeatMsMax = 1_500;
const lookMs = 20;

export function startNotificationSender(
  bank: Bank,
  serviceUrl: string,
  chance: Chance,
  moments: Moments,
): NotificationSender {
  const url = `${serviceUrl}/index.php/v1/pay_notify/${bank.name}`;
  const deliveries: Promise<void>[] = [];
  let taken = 0;
  let sent = 0;
  let isOver = false;

  async function send(notice: () => RawNotification): Promise<boolean> {
    const { method, headers, query, body } = notice();
    sent++;
    const target = `${url}?${new URLSearchParams(textsOf(query))}`;
    const answer = fetch(target, {
      method,
      headers: textsOf(headers),
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(30_000),
    });
    // The service has received the notification after some milliseconds, and has not answered.
    setTimeout(() => moments.reach('notification'), chance.integer(0, 12));
    try {
      const { status, text } = await answer.then(async (received) => ({
        status: received.status,
        text: await received.text(),
      }));
      return bank.accepts(status, text);
    } catch {
      return false;
    }
  }

  async function deliver(notice: () => RawNotification): Promise<void> {
    await pause(chance.integer(0, delayMsMax));
    while (!(await send(notice))) await pause(chance.integer(50, repeatMsMax));
    // Providers promise to send each notification at least once.
    if (chance.happens(20)) await send(notice);
  }

  const watching = (async () => {
    while (!isOver) {
      for (const notice of bank.notices(taken)) {
        taken++;
        // The service must find this payment by its queries.
        if (!chance.happens(15)) deliveries.push(deliver(notice));
      }
      await pause(lookMs);
    }
  })();

  return {
    get sent() {
      return sent;
    },
    async finish() {
      isOver = true;
      await watching;
      await Promise.all(deliveries);
    },
  };
}

function textsOf(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
}
