/** An order's state in sentences, with what becomes of the money. Changes are read out. */

import { formatMoney } from '../../shared/format-money.ts';
import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import type { WatchedOrder } from '../hooks/use-order.ts';
import { useShop } from '../hooks/use-shop.ts';
import type { Stage } from '../order-stage.ts';
import { failWord } from '../texts/fail-words.ts';
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
  if (order.status === 'refund') {
    return (
      <Notice tone="good" title={t.states.refunded}>
        {why} {t.refundedText(money, at === null ? '' : formatDate(at, locale))}
      </Notice>
    );
  }
  const failed = refund?.state === 'failed';
  return (
    <Notice tone={failed ? 'bad' : 'busy'} title={t.states.refunding}>
      {why} {failed ? t.refundFailedText(money) : t.refundingText(money)}
    </Notice>
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
        <Notice tone="busy" title={t.states.queued}>
          {place === null ? t.queueUnknown : t.queue(place)}
        </Notice>
      );
    case 'working':
      return <Working fraction={fraction} />;
    case 'done':
      return <Notice tone="good">{t.doneText(config.result_kept_days)}</Notice>;
    case 'vipDone':
      return <Notice tone="good">{t.vipDoneText}</Notice>;
    case 'failed':
      return (
        <Notice tone="bad" title={t.failedText}>
          {failReason !== null && failWord(failReason, language)} {t.failedMoney}
        </Notice>
      );
    case 'cancelled':
      return <Notice tone="calm">{t.cancelledText}</Notice>;
    case 'expired':
      return (
        <Notice tone="calm" title={t.states.expired}>
          {t.expiredText(config.result_kept_days)}
        </Notice>
      );
    case 'refunding':
    case 'refunded':
      return <RefundNotice order={order} failReason={failReason} />;
  }
}
