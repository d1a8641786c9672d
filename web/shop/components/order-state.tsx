/** An order's state in sentences, with what becomes of the money. Changes are read out. */

import { failWord } from '../../shared/fail-words.ts';
import { formatMoney } from '../../shared/format-money.ts';
import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import type { WatchedOrder } from '../hooks/use-order.ts';
import { useShop } from '../hooks/use-shop.ts';
import type { Stage } from '../order-stage.ts';
import { useWords } from '../texts/language.ts';
import { Notice } from './notice.tsx';

interface OrderStateProps {
  readonly watched: WatchedOrder;
  readonly order: Order;
  readonly stage: Stage;
}

function Working({ fraction }: { readonly fraction: number | null }) {
  const { t } = useWords();
  return (
    <div className="working">
      <p role="status">{t.workingText}</p>
      <progress value={fraction ?? undefined} aria-label={t.progress} />
    </div>
  );
}

/** Where the money of a refund is. */
function RefundNotice({ order, failReason }: { readonly order: Order; readonly failReason: string | null }) {
  const { t, locale, language } = useWords();
  const { config } = useShop();
  const refund = order.pay_ext_refund_data;
  const money = formatMoney(refund?.amount ?? order.price, refund?.currency ?? config.currency, locale);
  const finished = refund?.finished_at ?? null;
  const at = finished === null ? null : parseServiceTime(finished, config.time_zone);
  const why = failReason === null ? null : failWord(failReason, language);
  const title = order.deal_status === 'fail' ? t.failedText : undefined;
  if (order.status === 'refund') {
    return (
      <Notice
        tone={title === undefined ? 'good' : 'calm'}
        title={title ?? t.states.refunded}
        text={[why, t.refundedText(money, at === null ? '' : formatDate(at, locale))]}
      />
    );
  }
  const failed = refund?.state === 'failed';
  return (
    <Notice
      tone={failed ? 'bad' : 'busy'}
      title={title ?? t.states.refunding}
      text={[why, failed ? t.refundFailedText(money) : t.refundingText(money)]}
    />
  );
}

export function OrderState({ watched, order, stage }: OrderStateProps) {
  const { t, language } = useWords();
  const { config } = useShop();
  const { place, fraction, failReason } = watched;
  switch (stage) {
    case 'waitPay':
      return null;
    case 'queued':
      return (
        <Notice tone="busy" title={t.states.queued} text={place === null ? t.queueUnknown : t.queue(place)} />
      );
    case 'working':
      return <Working fraction={fraction} />;
    case 'done':
      return <Notice tone="good" text={t.doneText(config.result_kept_days)} />;
    case 'vipDone':
      return <Notice tone="good" text={t.vipDoneText} />;
    case 'failed':
      return (
        <Notice
          tone="bad"
          title={t.failedText}
          text={[failReason === null ? null : failWord(failReason, language), t.failedMoney]}
        />
      );
    case 'cancelled':
      return <Notice tone="calm" text={t.cancelledText} />;
    case 'expired':
      return <Notice tone="calm" title={t.states.expired} text={t.expiredText(config.result_kept_days)} />;
    case 'refunding':
    case 'refunded':
      return <RefundNotice order={order} failReason={failReason} />;
  }
}
