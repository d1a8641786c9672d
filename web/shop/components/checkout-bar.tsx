/** The end of every order form: what it costs, how to pay, and the button. */

import { useState } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import type { Checkout } from '../hooks/use-checkout.ts';
import { type Way, waysOf } from '../hooks/use-payment.ts';
import { useShop } from '../hooks/use-shop.ts';
import { useWords } from '../texts/language.ts';
import { ErrorNotice } from './error-notice.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

interface CheckoutBarProps {
  readonly priceMinor: number;
  /** Before a member's reduction; null without one. */
  readonly fullPriceMinor: number | null;
  readonly checkout: Checkout;
  /** A promise below the button. */
  readonly promise: string;
  /** Why the order cannot be placed yet; null when it can. */
  readonly missing: string | null;
  readonly onOrder: (way: Way | undefined) => void;
}

export function CheckoutBar({
  priceMinor,
  fullPriceMinor,
  checkout,
  promise,
  missing,
  onOrder,
}: CheckoutBarProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const [ways] = useState(() => waysOf(config));
  const [way, setWay] = useState(ways[0]);
  const closed = config.guests_allowed || config.has_token ? missing : t.signInNeeded;
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  return (
    <section className="checkout">
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {checkout.error !== null && <ErrorNotice error={checkout.error} />}
      <div className="checkout-row">
        <p className="checkout-price">
          <span>{t.toPay}</span>
          <strong>{money(priceMinor)}</strong>
          {fullPriceMinor !== null && <s>{money(fullPriceMinor)}</s>}
        </p>
        <button
          type="button"
          className="button large"
          disabled={closed !== null || checkout.busy}
          onClick={() => onOrder(way)}
        >
          {checkout.busy ? t.ordering : t.order}
        </button>
      </div>
      <p className="hint">{closed ?? promise}</p>
    </section>
  );
}
