/** An order's stage in sentences, with what happens to the money. Screen readers read changes aloud. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { photoWord } from '../../shared/photo-words.ts';
import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import type { Order, OrderDetails } from '../api/types.ts';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { OrderProgress } from './order-progress.tsx';
import { type Stage, stageOf } from './order-stage.ts';
import type { WatchedOrder } from './use-order.ts';

interface OrderNoticeProps {
  readonly watched: WatchedOrder;
  readonly order: Order;
  readonly details: OrderDetails | null;
  readonly stage: Stage;
}

/** The state of a refund. */
function RefundNotice({ order, why }: { readonly order: Order; readonly why: string | null }) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const refund = order.pay_ext_refund_data;
  const money = formatMoney(refund?.amount ?? order.price, refund?.currency ?? config.currency, locale);
  const finished = refund?.finished_at ?? null;
  const at = finished === null ? null : parseServiceTime(finished, config.time_zone);
  const title = order.deal_status === 'fail' ? t.failedText : undefined;
  if (order.status === 'refund') {
    const refundedText = refund?.settled === true ? t.refundSettledText : t.refundedText;
    return (
      <Notice
        tone={title === undefined ? 'good' : 'calm'}
        title={title ?? t.states.refunded}
        text={[why, refundedText(money, at === null ? '' : formatDate(at, locale))]}
      />
    );
  }
  const failed = stageOf(order) === 'refundFailed';
  const failedText = {
    app_store_only: t.refundByAppStore(money),
    not_refundable: t.refundByShop(money, config.contact),
    delayed: t.refundFailedText(money),
  }[refund?.failure_code ?? 'delayed'];
  return (
    <Notice
      tone={failed ? 'bad' : 'busy'}
      title={title ?? t.states[stageOf(order)]}
      text={[why, failed ? failedText : t.refundingText(money)]}
    />
  );
}

export function OrderNotice({ watched, order, details, stage }: OrderNoticeProps) {
  const { t, language, locale } = useWords();
  const { config } = useShop();
  const why = photoWord(order.pay_ext_refund_data?.reason_code ?? watched.failCode, language);
  const until =
    details?.result_until == null ? null : parseServiceTime(details.result_until, config.time_zone);
  switch (stage) {
    case 'waitPay':
      return null;
    case 'queued':
    case 'working':
      return (
        <OrderProgress orderNo={order.order_no} watched={watched} working={order.deal_status === 'ing'} />
      );
    case 'done':
      return <Notice tone="good" text={t.doneText(until === null ? null : formatDate(until, locale))} />;
    case 'vipDone':
      return <Notice tone="good" text={t.membershipDoneText} />;
    case 'failed':
      return <Notice tone="bad" title={t.failedText} text={[why, t.failedMoney]} />;
    case 'cancelled':
      return <Notice tone="calm" text={t.cancelledText} />;
    case 'expired':
      return (
        <Notice tone="calm" text={t.expiredText(config.result_kept_days, config.member_result_kept_days)} />
      );
    case 'refunding':
    case 'refundFailed':
    case 'refunded':
      return <RefundNotice order={order} why={why} />;
  }
}
