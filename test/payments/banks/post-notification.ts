/** Posts a notification of a fake provider to the running service. */

import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import type { Bank } from './bank.ts';

const timeoutMs = 120_000;

/** @returns whether the service accepted the notification. @throws Error when no response arrives. */
export async function postNotification(
  bank: Bank,
  serviceUrl: string,
  { method, headers, query, body }: RawNotification,
): Promise<boolean> {
  const url = `${serviceUrl}/index.php/v1/pay_notify/${bank.name}?${new URLSearchParams(textsOf(query))}`;
  const answer = await fetch(url, {
    method,
    headers: textsOf(headers),
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return bank.accepts(answer.status, await answer.text());
}

function textsOf(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));
}
