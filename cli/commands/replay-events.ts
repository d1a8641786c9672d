/**
 * `photokiosk events replay` without an order: reads the stored events of a time range and posts them to an address on
 * this machine, signed like deliveries of the service. The service records no delivery, and its endpoints receive nothing.
 */

import { type SignedEvent, webhookHeaders } from '../../src/webhooks/sign-webhook.ts';
import type { AdminApi, Answer } from '../admin-api.ts';
import type { Environment } from '../command-context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { postEvent } from '../webhook-receiver.ts';

export interface ReplayRange {
  readonly from?: string;
  readonly to?: string;
  readonly type?: string;
  /** Undefined: the events are only printed. */
  readonly forwardTo?: string;
}

type StoredEvent = Answer<'console_events'>['events'][number];

const pageSize = 100;

/** More events are refused before the first is posted. */
const eventsMax = 10_000;

async function eventsIn(api: AdminApi, { from, to, type }: ReplayRange): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let before: string | undefined;
  do {
    const page = await api.get('console_events', 'events', {
      limit: pageSize,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(type === undefined ? {} : { type }),
      ...(before === undefined ? {} : { before }),
    });
    events.push(...page.events);
    before = page.before ?? undefined;
    if (events.length > eventsMax) {
      throw new CommandError(exitCodes.usage, `More than ${eventsMax} events. Choose a shorter time.`);
    }
  } while (before !== undefined);
  // The service sends the newest first. A receiver gets the events in the order in which they happened.
  return events.reverse();
}

/** The fields in the order of a delivery, so that the body has the same bytes. */
function bodyOf({ type, timestamp, data }: StoredEvent): string {
  return JSON.stringify({ type, timestamp, data });
}

/** @throws CommandError when the secret is missing or wrong. */
function signed({ EVENTS_SECRET: secret = '' }: Environment, event: SignedEvent) {
  try {
    return webhookHeaders([secret], event, new Date());
  } catch {
    throw new CommandError(
      exitCodes.usage,
      'Set EVENTS_SECRET to the secret with which your receiver verifies webhooks: whsec_ and base64.',
    );
  }
}

/** Posts the events one after the other, oldest first, and continues after a refused event. */
export async function replayRange(
  api: AdminApi,
  range: ReplayRange,
  env: Environment,
  output: Output,
): Promise<void> {
  const { forwardTo } = range;
  const sent: { event_id: string; type: string; forward_status: number | null }[] = [];
  for (const event of await eventsIn(api, range)) {
    const { event_id, type } = event;
    const body = bodyOf(event);
    const forward_status =
      forwardTo === undefined
        ? null
        : await postEvent(forwardTo, body, { ...signed(env, { eventId: event_id, body }) });
    sent.push({ event_id, type, forward_status });
  }
  const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300;
  const refused = sent.filter(({ forward_status }) => forwardTo !== undefined && !isAccepted(forward_status));
  output.result({ events: sent, refused: refused.length }, [
    ...sent.map(({ event_id, type, forward_status }) => {
      const end = forwardTo === undefined ? '' : `  → ${forward_status ?? 'no response'}`;
      return `${type.padEnd(20)}  ${event_id}${end}`;
    }),
    forwardTo === undefined
      ? `${sent.length} events.`
      : `${sent.length} events, ${refused.length} of them refused.`,
  ]);
  if (refused.length > 0) process.exitCode = exitCodes.refused;
}
