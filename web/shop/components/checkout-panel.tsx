/** The end of every order form: what is ordered, what it costs, how to pay, and the button. */

import { useState } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import type { Good } from '../api/types.ts';
import type { Checkout } from '../hooks/use-checkout.ts';
import { type Way, waysOf } from '../hooks/use-payment.ts';
import { useShop } from '../hooks/use-shop.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/words.ts';
import { ErrorNotice } from './error-notice.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

interface CheckoutPanelProps {
  readonly good: Good;
  /** What was chosen, in words: size, colour, months. */
  readonly choices: readonly string[];
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

export function CheckoutPanel({
  good,
  choices,
  priceMinor,
  fullPriceMinor,
  checkout,
  promise,
  missing,
  onOrder,
}: CheckoutPanelProps) {
  const { t, locale, language } = useWords();
  const { config } = useShop();
  const [ways] = useState(() => waysOf(config));
  const [way, setWay] = useState(ways[0]);
  const closed = config.guests_allowed || config.has_token ? missing : t.signInNeeded;
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  return (
    <section className="panel checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">{t.summary}</h2>
      <div className="checkout-good">
        <strong>{goodsWord(good.title, language)}</strong>
        {choices.map((choice) => (
          <span key={choice}>{choice}</span>
        ))}
      </div>
      <p className="checkout-price">
        <span>{t.toPay}</span>
        {fullPriceMinor !== null && <s>{money(fullPriceMinor)}</s>}
        <strong>{money(priceMinor)}</strong>
      </p>
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {checkout.error !== null && <ErrorNotice error={checkout.error} />}
      <button
        type="button"
        className="button large"
        disabled={closed !== null || checkout.busy}
        aria-describedby="checkout-note"
        onClick={() => onOrder(way)}
      >
        {checkout.busy ? t.ordering : t.order}
      </button>
      <p className="hint" id="checkout-note">
        {closed ?? promise}
      </p>
    </section>
  );
}
