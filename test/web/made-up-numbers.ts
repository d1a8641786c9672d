/** Made-up responses of the console’s API about the figures of a period. */

import { failSentences } from '../../src/domain/fail-reasons.ts';
import type { Numbers } from '../../web/console/api/types.ts';
import { daysBetween, plusDays } from '../../web/console/format/days.ts';
import { scriptTitle } from './made-up-values.ts';

const ways = [
  { good_id: 1, provider: 'sandbox', channel: 'checkout' },
  { good_id: 2, provider: 'wechat', channel: 'native' },
  { good_id: 2, provider: 'alipay', channel: 'page' },
] as const;

/** Makes figures that grow from day to day and from line to line, so that a test can distinguish them. */
function period(from: string, to: string, factor: number): Numbers['now'] {
  return {
    from,
    to,
    median_picture_ms: 2_400 * factor,
    days: daysBetween(from, to).map((day, index) => ({
      day,
      sales: ways.map((way, place) => ({
        ...way,
        currency: 'CNY',
        amount: 990 * (index + place + 1) * factor,
        count: index + place + 1,
      })),
      refunds: [{ ...ways[0], currency: 'CNY', amount: 990, count: 1 }],
      settled: [{ ...ways[0], currency: 'CNY', amount: 490, count: 1 }],
      unpaid_deleted: false,
      orders: [{ good_id: 1, placed: 20 + index, paid: 15 + index, failed: 1, refunded: 1 }],
    })),
  };
}

export function numbers(from: string, to: string): Numbers {
  const length = daysBetween(from, to).length;
  return {
    time_zone: 'Asia/Shanghai',
    now: period(from, to, 2),
    before: period(plusDays(from, -length), plusDays(from, -1), 1),
    fail_reasons: [
      { reason: 'no_face', count: 4 },
      { reason: 'cut_out_failed', count: 3 },
    ],
    refund_reasons: [
      { reason: scriptTitle, count: 2 },
      { reason: failSentences.no_face, count: 1 },
      { reason: '', count: 1 },
    ],
    goods: [
      { id: 1, title: '照片上色' },
      { id: 2, title: scriptTitle },
    ],
  };
}
