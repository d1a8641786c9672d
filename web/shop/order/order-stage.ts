/** The stage of an order as the customer sees it: the two state fields and the refund become one word. */

import type { Order } from '../api/types.ts';
import { kindOf } from '../api/types.ts';
import type { Texts } from '../texts/en.ts';

export type Stage = keyof Texts['states'];

export function stageOf(order: Order): Stage {
  switch (order.status) {
    case 'wait_pay':
      return 'waitPay';
    case 'cancal':
      return 'cancelled';
    case 'wait_refund':
      return order.pay_ext_refund_data?.state === 'failed' ? 'refundFailed' : 'refunding';
    case 'refund':
      return 'refunded';
    case 'pay':
      return dealStage(order);
  }
}

function dealStage(order: Order): Stage {
  switch (order.deal_status) {
    case 'init':
      return 'queued';
    case 'ing':
      return 'working';
    case 'fail':
      return 'failed';
    case 'done':
      if (kindOf(order) === 'vip') return 'vipDone';
      return order.deal_result === null ? 'expired' : 'done';
  }
}

export type Tone = 'calm' | 'busy' | 'good' | 'bad';

export function toneOf(stage: Stage): Tone {
  switch (stage) {
    case 'done':
    case 'vipDone':
      return 'good';
    case 'failed':
    case 'refundFailed':
      return 'bad';
    case 'waitPay':
    case 'queued':
    case 'working':
    case 'refunding':
      return 'busy';
    case 'cancelled':
    case 'refunded':
    case 'expired':
      return 'calm';
  }
}
