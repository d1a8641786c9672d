/** Paying an order that waits for its payment: the ways, the button, and what may have happened to the last try. */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDeadline, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { takeChosenWay } from './chosen-way.ts';
import { PaymentNotice } from './payment-notice.tsx';
import { QrCodeDialog } from './qr-code-dialog.tsx';
import { usePayment, type Way, waysOf } from './use-payment.ts';
import { WaysToPay } from './ways-to-pay.tsx';

interface PayPanelProps {
  readonly order: Order;
  /** How many declined payments the event stream has reported. */
  readonly declines: number;
}

export function PayPanel({ order, declines }: PayPanelProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const payment = usePayment();
  const [ways] = useState(() => waysOf(config));
  const [way, setWay] = useState(ways[0]);
  const { order_no: orderNo } = order;
  /** The number of declines that were reported before the present try. They are about earlier tries. */
  const [earlierDeclines, setEarlierDeclines] = useState(0);
  const { state } = payment;
  const busy = state.kind === 'opening' || state.kind === 'leaving';
  const declined = declines > earlierDeclines;

  function start(chosen: Way): void {
    setEarlierDeclines(declines);
    payment.start(orderNo, chosen);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the view opens
  useEffect(() => {
    const chosen = takeChosenWay(orderNo);
    if (chosen === null) return;
    setWay(
      ways.find(({ provider, channel }) => provider === chosen.provider && channel === chosen.channel) ?? way,
    );
    start(chosen);
  }, [orderNo]);

  useEffect(() => {
    // After the browser's back button, the page is shown in its former state, with a button that seems busy.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && payment.dismiss();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });

  const money = formatMoney(order.price, config.currency, locale);
  const ordered = parseServiceTime(order.create_time, config.time_zone);
  const until = ordered === null ? null : new Date(ordered.getTime() + config.order_expiry_minutes * 60_000);
  return (
    <section className="panel pay" aria-busy={busy}>
      {!busy && <PaymentNotice orderNo={orderNo} declined={declined} />}
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      {state.kind === 'needs-app' && <Notice tone="calm" text={t.openInApp} />}
      <button
        type="button"
        className="button large"
        disabled={busy || way === undefined}
        onClick={() => way !== undefined && start(way)}
      >
        {busy ? t.paying : t.payNow(money)}
      </button>
      {until !== null && <p className="hint">{t.payBefore(formatDeadline(until, locale))}</p>}
      {state.kind === 'code' && !declined && (
        <QrCodeDialog
          provider={t.ways[state.way.provider] ?? state.way.provider}
          amount={money}
          codeUrl={state.codeUrl}
          onClose={payment.dismiss}
        />
      )}
    </section>
  );
}
