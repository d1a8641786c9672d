/**
 * Sends the sandbox bank's payment notifications. A notification that does not arrive is logged and not
 * repeated. The service must then find the payment by a query, as with any provider.
 */

import type { Clock, Log, Random } from '../../usecases/ports/tools.ts';
import { type BankEvent, writeNotifyBody } from './notify-body.ts';
import type { NotifySignature } from './notify-signature.ts';

/**
 * Posts a notification and resolves with the status of the response. Rejects when no response arrives. It
 * must have a time limit, because the checkout waits for it.
 */
export type DeliverNotify = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<number>;

export interface BankMessenger {
  newEventId(): string;
  /** Resolves when a response to the notification has arrived or the time limit is over. */
  notify(url: string, eventId: string, event: BankEvent): Promise<void>;
}

export function createBankMessenger(parts: {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly signature: NotifySignature;
  readonly deliver: DeliverNotify;
}): BankMessenger {
  const { clock, random, log, signature, deliver } = parts;
  return {
    // The id begins with the time, so that ids that arrive together are near each other in the service's
    // index of these ids.
    newEventId: () => `sbevt_${clock.now().toString(16)}${Buffer.from(random.bytes(12)).toString('hex')}`,
    async notify(url, eventId, event) {
      const body = writeNotifyBody(eventId, event);
      const headers = { 'content-type': 'application/json', ...signature.sign(body, clock.now()) };
      try {
        const status = await deliver(url, headers, body);
        if (status < 200 || status > 299)
          log.warn({ eventId, type: event.type, status }, 'sandbox notify refused');
      } catch (err) {
        log.warn({ eventId, type: event.type, err }, 'sandbox notify not delivered');
      }
    },
  };
}
