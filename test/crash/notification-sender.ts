/** Sends the notifications of a fake provider as providers do: late, twice, out of order, and again until one is accepted. */

import type { RawNotification } from '../../src/usecases/ports/payment-provider.ts';
import type { Bank } from '../payments/banks/bank.ts';
import { postNotification } from '../payments/banks/post-notification.ts';
import { pause } from '../support/wait-until.ts';
import type { Chance } from './chance.ts';
import type { Moments } from './moments.ts';

export interface NotificationSender {
  readonly sent: number;
  /** Sends the notifications that were lost so far, as providers repeat them for days. */
  repeatLost(): void;
  /** Stops when the service has accepted every notification except the lost ones. */
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
  const deliveries: Promise<void>[] = [];
  const lost: (() => RawNotification)[] = [];
  let taken = 0;
  let sent = 0;
  let isOver = false;

  async function send(notice: () => RawNotification): Promise<boolean> {
    sent++;
    const answer = postNotification(bank, serviceUrl, notice());
    // After some milliseconds, the service has received the notification and has often not answered yet: a moment
    // for a kill.
    setTimeout(() => moments.reach('notification'), chance.integer(0, 12));
    return answer.catch(() => false);
  }

  async function deliver(notice: () => RawNotification): Promise<void> {
    await pause(chance.integer(0, delayMsMax));
    while (!(await send(notice))) await pause(chance.integer(50, repeatMsMax));
    // Some notifications arrive twice, because providers promise only to send each one at least once.
    if (chance.happens(20)) await send(notice);
  }

  const watching = (async () => {
    while (!isOver) {
      for (const notice of bank.notices(taken)) {
        taken++;
        // The service must find a payment whose notification is lost by querying the provider.
        if (chance.happens(15)) lost.push(notice);
        else deliveries.push(deliver(notice));
      }
      await pause(lookMs);
    }
  })();

  return {
    get sent() {
      return sent;
    },
    repeatLost() {
      deliveries.push(...lost.splice(0).map(deliver));
    },
    async finish() {
      isOver = true;
      await watching;
      await Promise.all(deliveries);
    },
  };
}
