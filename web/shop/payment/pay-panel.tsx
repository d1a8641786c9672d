/**
 * The panel for an order, or a series, that waits for its payment: the ways to pay, the button, and the outcome of the last try.
 */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDeadline, parseServiceTime } from '../../shared/service-time.ts';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { takeChosenWay } from './chosen-way.ts';
import type { Payable } from './payable.ts';
import { PaymentFailure } from './payment-failure.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { QrCodeDialog } from './qr-code-dialog.tsx';
import { SeparatePayments } from './separate-payments.tsx';
import { usePayment } from './use-payment.ts';
import { deviceOf, takesSeveralOrders, type Way, waysFor } from './ways.ts';
import { WaysToPay } from './ways-to-pay.tsx';

interface PayPanelProps {
  readonly payable: Payable;
  /** The text of a payable for which no payment is under way. */
  readonly text: string;
  /** How many declined payments the event stream has reported. */
  readonly declines: number;
}

export function PayPanel({ payable, text, declines }: PayPanelProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const { key, priceMinor, createTime } = payable;
  const payment = usePayment(payable);
  const [ways] = useState(() => waysFor(config.providers, deviceOf(navigator.userAgent)));
  const [way, setWay] = useState(ways[0]);
  /** The number of declines that were reported before the present try was opened. They are about earlier tries. */
  const [earlierDeclines, setEarlierDeclines] = useState(0);
  /** The lower price that the form showed; null: the form showed the present price. */
  const [formerPriceMinor, setFormerPriceMinor] = useState<number | null>(null);
  const { state } = payment;
  const busy = state.kind === 'opening' || state.kind === 'leaving';
  // An event stream that reconnects before the service has stored the present try repeats the decline of the last one.
  if (state.kind === 'opening' && declines !== earlierDeclines) setEarlierDeclines(declines);
  const declined = declines > earlierDeclines;
  const checking = state.kind === 'checking' && !declined;
  const isSeparate = (chosen: Way | undefined) =>
    payable.orderNos.length > 1 && chosen !== undefined && !takesSeveralOrders(config.providers, chosen);

  function start(chosen: Way): void {
    setWay(chosen);
    setEarlierDeclines(declines);
    payment.start(chosen);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the view opens
  useEffect(() => {
    const taken = takeChosenWay(key);
    if (taken === null) return;
    const { way: chosen, shownPriceMinor } = taken;
    const listed = ways.find(
      ({ provider, channel }) => provider === chosen.provider && channel === chosen.channel,
    );
    // The customer agreed to the price that the form showed. The price can have changed since the form was loaded, and a
    // membership can have ended.
    if (priceMinor > shownPriceMinor) {
      setFormerPriceMinor(shownPriceMinor);
      setWay(listed ?? chosen);
    } else if (isSeparate(chosen)) setWay(listed ?? chosen);
    else start(listed ?? chosen);
  }, [key]);

  useEffect(() => {
    // After the browser's back button, the page is shown in its former state, in which the button is busy. `resume`
    // ends that state.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && payment.resume();
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  });

  const moneyOf = (minor: number) => formatMoney(minor, config.currency, locale);
  const money = moneyOf(priceMinor);
  const ordered = parseServiceTime(createTime, config.time_zone);
  const until = ordered === null ? null : new Date(ordered.getTime() + config.order_expiry_minutes * 60_000);
  return (
    <section className="panel pay" aria-busy={busy}>
      {!busy && <PaymentNotice text={text} declined={declined} checking={checking} onPay={payment.dismiss} />}
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
          {way !== undefined && isSeparate(way) ? (
            <SeparatePayments payable={payable} way={way} />
          ) : (
            <button
              type="button"
              className="button large"
              disabled={busy || way === undefined}
              onClick={() => way !== undefined && start(way)}
            >
              {busy ? t.paying : t.payNow(money)}
            </button>
          )}
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
