/**
 * The panel for an order that waits for its payment: the ways to pay, the button, and the outcome of the last try.
 */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDeadline, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { takeChosenWay } from './chosen-way.ts';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { QrCodeDialog } from './qr-code-dialog.tsx';
import { usePayment } from './use-payment.ts';
import { deviceOf, type Way, waysFor } from './ways.ts';
import { WaysToPay } from './ways-to-pay.tsx';

interface PayPanelProps {
  readonly order: Order;
  /** How many declined payments the event stream has reported. */
  readonly declines: number;
}

export function PayPanel({ order, declines }: PayPanelProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const { order_no: orderNo } = order;
  const payment = usePayment(orderNo);
  const [ways] = useState(() => waysFor(config.providers, deviceOf(navigator.userAgent)));
  const [way, setWay] = useState(ways[0]);
  /** The number of declines that were reported before the present try. They are about earlier tries. */
  const [earlierDeclines, setEarlierDeclines] = useState(0);
  /** The lower price that the form showed; null: the form showed the price of the order. */
  const [formerPriceMinor, setFormerPriceMinor] = useState<number | null>(null);
  const { state } = payment;
  const busy = state.kind === 'opening' || state.kind === 'leaving';
  const declined = declines > earlierDeclines;
  const checking = state.kind === 'checking' && !declined;

  function start(chosen: Way): void {
    setWay(chosen);
    setEarlierDeclines(declines);
    payment.start(chosen);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the view opens
  useEffect(() => {
    const taken = takeChosenWay(orderNo);
    if (taken === null) return;
    const { way: chosen, shownPriceMinor } = taken;
    const listed = ways.find(
      ({ provider, channel }) => provider === chosen.provider && channel === chosen.channel,
    );
    // The customer agreed to the price that the form showed. The price can have changed since the form was loaded, and a
    // membership can have ended.
    if (order.price > shownPriceMinor) {
      setFormerPriceMinor(shownPriceMinor);
      setWay(listed ?? chosen);
    } else start(listed ?? chosen);
  }, [orderNo]);

  useEffect(() => {
    // After the browser's back button, the page is shown in its former state, in which the button is busy. `resume`
    // ends that state.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && payment.resume();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });

  const moneyOf = (minor: number) => formatMoney(minor, config.currency, locale);
  const money = moneyOf(order.price);
  const ordered = parseServiceTime(order.create_time, config.time_zone);
  const until = ordered === null ? null : new Date(ordered.getTime() + config.order_expiry_minutes * 60_000);
  return (
    <section className="panel pay" aria-busy={busy}>
      {!busy && <PaymentNotice declined={declined} checking={checking} onPay={payment.dismiss} />}
      {!checking && (
        <>
          {formerPriceMinor !== null && (
            <Notice
              tone="calm"
              title={t.priceChanged}
              text={t.priceChangedText(moneyOf(formerPriceMinor), money)}
            />
          )}
          <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
          {state.kind === 'failed' && (
            <PaymentFailure error={state.error} way={state.way} ways={ways} onChoose={start} />
          )}
          {state.kind === 'needs-app' && <Notice tone="calm" text={t.openInApp} />}
          <button
            type="button"
            className="button large"
            disabled={busy || way === undefined}
            onClick={() => way !== undefined && start(way)}
          >
            {busy ? t.paying : t.payNow(money)}
          </button>
        </>
      )}
      {until !== null && !checking && <p className="hint">{t.payBefore(formatDeadline(until, locale))}</p>}
      {state.kind === 'code' && !declined && (
        <QrCodeDialog
          provider={state.way.provider}
          amount={money}
          codeUrl={state.codeUrl}
          onClose={payment.dismiss}
        />
      )}
    </section>
  );
}
