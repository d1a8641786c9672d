/**
 * Sends the sandbox bank's notifies. One that does not arrive is logged and not repeated: the service has to
 * find its money by asking, as with any bank.
 */

import type { Clock, Log, Random } from '../../usecases/ports/tools.ts';
import { type BankEvent, writeNotifyBody } from './notify-body.ts';
import type { NotifySignature } from './notify-signature.ts';

/**
 * Posts a notify and resolves with the status of the answer. Rejects when there is none; must bound its own
 * time, since the checkout waits for it.
 */
export type DeliverNotify = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<number>;

export interface BankMessenger {
  newEventId(): string;
  /** Resolves when the notify has been answered or given up. */
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
    // The time comes first: the service keeps these ids in an index, and ids that arrive together lie together there.
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
