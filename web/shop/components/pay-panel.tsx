/** Paying an order that waits for it: the ways, the button, and what a payment that did not arrive may mean. */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import { parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { takeWayToPay } from '../hooks/pay-when-shown.ts';
import { usePayment, waysOf } from '../hooks/use-payment.ts';
import { useShop } from '../hooks/use-shop.ts';
import { hasLeftToPay } from '../keep/left-to-pay.ts';
import { useWords } from '../texts/language.ts';
import { CodeDialog } from './code-dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';
import { WaysToPay, wayName } from './ways-to-pay.tsx';

/** A payment's news travels by the provider: who comes back is not told at once that none arrived. */
const newsTravelMs = 2_500;

function useCameBackUnpaid(orderNo: string): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!hasLeftToPay(orderNo)) return;
    const timer = setTimeout(() => setLate(true), newsTravelMs);
    return () => clearTimeout(timer);
  }, [orderNo]);
  return late;
}

export function PayPanel({ order }: { readonly order: Order }) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const payment = usePayment();
  const [ways] = useState(() => waysOf(config));
  const [way, setWay] = useState(ways[0]);
  const { order_no: orderNo } = order;
  const cameBack = useCameBackUnpaid(orderNo);
  const { state } = payment;
  const opening = state.kind === 'opening';

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the view opens
  useEffect(() => {
    const chosen = takeWayToPay(orderNo);
    if (chosen === null) return;
    setWay(
      ways.find(({ provider, channel }) => provider === chosen.provider && channel === chosen.channel) ?? way,
    );
    void payment.start(orderNo, chosen);
  }, [orderNo]);

  useEffect(() => {
    // Back from the payment's page by the back button: the page is as it was left, busy.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && payment.dismiss();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });

  const ordered = parseServiceTime(order.create_time, config.time_zone);
  const until = ordered === null ? null : new Date(ordered.getTime() + config.order_expiry_minutes * 60_000);
  return (
    <section className="panel pay" aria-busy={opening}>
      {cameBack && !opening && <Notice tone="busy" title={t.payNotArrived} text={t.payNotArrivedText} />}
      {!cameBack && <p>{t.waitPayText}</p>}
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {state.kind === 'failed' && <ErrorNotice error={state.error} />}
      {state.kind === 'elsewhere' && <Notice tone="calm" text={t.openInApp} />}
      <button
        type="button"
        className="button large"
        disabled={opening || way === undefined}
        onClick={() => way !== undefined && void payment.start(orderNo, way)}
      >
        {opening ? t.paying : `${t.payNow} · ${formatMoney(order.price, config.currency, locale)}`}
      </button>
      {until !== null && (
        <p className="hint">
          {t.payBefore(new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(until))}
        </p>
      )}
      {state.kind === 'code' && (
        <CodeDialog way={wayName(state.way, ways, t)} codeUrl={state.codeUrl} onClose={payment.dismiss} />
      )}
    </section>
  );
}
