/** `pay_orders`: one payment at the provider for several orders. Each of them then fails and is refunded by itself. */

import { languageTag } from '../../../src/domain/language.ts';
import { call, jsonBody } from '../../shared/api/call.ts';
import { words } from '../texts/words.ts';
import { noted, operationsUrl } from './call.ts';
import type { PaymentStart } from './operations.ts';

/**
 * @param orderNos 1 to 20 unpaid orders.
 * @throws ApiError like `payOrder`; with the reason `one_order_only` if the provider takes one order for each payment.
 */
export function payOrders(
  orderNos: readonly string[],
  provider: string,
  channel: string,
  idempotencyKey: string,
): Promise<PaymentStart> {
  const headers = { 'idempotency-key': idempotencyKey, 'accept-language': languageTag(words().language) };
  const body = { order_nos: orderNos.join(','), provider, channel };
  return noted(call<PaymentStart>(`${operationsUrl}pay_orders`, jsonBody(body, headers)));
}
