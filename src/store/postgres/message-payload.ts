/** Writes and parses messages between the processes of the service, which are the payload of a PostgreSQL `notify`. */

import type { Message } from '../../usecases/ports/store.ts';

export const messageChannel = 'photokiosk';

/** @returns undefined for a payload that does not have the form of the service's messages. */
export function parseMessages(payload: string): Message[] | undefined {
  const values = parseJson(payload);
  if (!Array.isArray(values)) return undefined;
  const messages = values.map(parseMessage).filter((message) => message !== undefined);
  return messages.length === values.length ? messages : undefined;
}

function parseMessage(value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind === 'jobs_ready') return { kind: 'jobs_ready' };
  if (value.kind === 'shop_settings_changed') return { kind: 'shop_settings_changed' };
  if (value.kind === 'webhook_endpoints_changed') return { kind: 'webhook_endpoints_changed' };
  if (!('orderNo' in value) || typeof value.orderNo !== 'string') return undefined;
  if (value.kind === 'order_changed') return { kind: 'order_changed', orderNo: value.orderNo };
  if (value.kind !== 'order_progress') return undefined;
  if (!('fraction' in value) || typeof value.fraction !== 'number') return undefined;
  return { kind: 'order_progress', orderNo: value.orderNo, fraction: value.fraction };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
