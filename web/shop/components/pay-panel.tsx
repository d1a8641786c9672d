/** Paying an order that waits for it: the ways, the button, and what a payment that did not arrive may mean. */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import { formatDeadline, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { takeWayToPay } from '../hooks/pay-when-shown.ts';
import { usePayment, type Way, waysOf } from '../hooks/use-payment.ts';
import { useShop } from '../hooks/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { CodeDialog } from './code-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';
import { PayTrouble } from './pay-trouble.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

interface PayPanelProps {
  readonly order: Order;
  /** How many times a declined payment was told. */
  readonly declines: number;
}

export function PayPanel({ order, declines }: PayPanelProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const payment = usePayment();
  const [ways] = useState(() => waysOf(config));
  const [way, setWay] = useState(ways[0]);
  const { order_no: orderNo } = order;
  /** Declines that were told before the present try: they are no news of it. */
  const [oldDeclines, setOldDeclines] = useState(0);
  const { state } = payment;
  const opening = state.kind === 'opening';
  const declined = declines > oldDeclines;

  function start(chosen: Way): void {
    setOldDeclines(declines);
    void payment.start(orderNo, chosen);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view opens
  useEffect(() => {
    const chosen = takeWayToPay(orderNo);
    if (chosen === null) return;
    setWay(
      ways.find(({ provider, channel }) => provider === chosen.provider && channel === chosen.channel) ?? way,
    );
    start(chosen);
  }, [orderNo]);

  useEffect(() => {
    // Back from the payment's page by the back button: the page is as it was left, busy.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && payment.dismiss();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });

  const money = formatMoney(order.price, config.currency, locale);
  const ordered = parseServiceTime(order.create_time, config.time_zone);
  const until = ordered === null ? null : new Date(ordered.getTime() + config.order_expiry_minutes * 60_000);
  return (
    <section className="panel pay" aria-busy={opening}>
      {!opening && <PayTrouble orderNo={orderNo} declined={declined} />}
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      {state.kind === 'elsewhere' && <Notice tone="calm" text={t.openInApp} />}
      <button
        type="button"
        className="button large"
        disabled={opening || way === undefined}
        onClick={() => way !== undefined && start(way)}
      >
        {opening ? t.paying : `${t.payNow} · ${money}`}
      </button>
      {until !== null && <p className="hint">{t.payBefore(formatDeadline(until, locale))}</p>}
      {state.kind === 'code' && !declined && (
        <CodeDialog
          way={t.ways[state.way.provider] ?? state.way.provider}
          amount={money}
          codeUrl={state.codeUrl}
          onClose={payment.dismiss}
        />
      )}
    </section>
  );
}
