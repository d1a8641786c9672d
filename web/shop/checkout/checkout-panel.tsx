/** The end of every order form: what is ordered, its price, the ways to pay, and the button. */

import { useRef, useState } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { type Good, kindOf } from '../api/types.ts';
import { EmailInput, isEmailAddress } from '../emails/email-input.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { deviceOf, takesSeveralOrders, type Way, waysFor } from '../payment/ways.ts';
import { WaysToPay } from '../payment/ways-to-pay.tsx';
import { useWords } from '../texts/words.ts';
import { useBarHeight } from './use-bar-height.ts';
import type { Checkout } from './use-checkout.ts';

export interface CheckoutPanelProps {
  readonly good: Good;
  /** The customer's choices in words: size, colour, number of months. */
  readonly choices: readonly string[];
  readonly priceMinor: number;
  /** The price without membership; null if the customer pays this price. */
  readonly fullPriceMinor: number | null;
  readonly checkout: Pick<Checkout, 'busy' | 'email' | 'setEmail' | 'error'>;
  /** The title of the error, if the error is about one of several photos. */
  readonly errorTitle?: string | undefined;
  /** The text below the button. */
  readonly promise: string;
  /** The text of the button. */
  readonly label?: string;
  /** How many orders are placed. */
  readonly orderCount?: number;
  /** Why the order cannot be placed yet; null when it can be. */
  readonly missing: string | null;
  readonly onOrder: (way: Way | undefined) => void;
}

export function CheckoutPanel({
  good,
  choices,
  priceMinor,
  fullPriceMinor,
  checkout,
  errorTitle,
  promise,
  label,
  orderCount = 1,
  missing,
  onOrder,
}: CheckoutPanelProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const [ways] = useState(() => waysFor(config.providers, deviceOf(navigator.userAgent)));
  const [way, setWay] = useState(ways[0]);
  const closed = config.guests_allowed || config.has_token ? missing : t.signInNeeded;
  const [isEmailWrong, setEmailWrong] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const bar = useBarHeight();
  function order(): void {
    const isWrong = config.emails_offered && checkout.email.trim() !== '' && !isEmailAddress(checkout.email);
    setEmailWrong(isWrong);
    if (isWrong) emailField.current?.focus();
    else onOrder(way);
  }
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  // What is missing and what failed belong to the button, so on a phone they stay in view with the button.
  const note = (
    <p className="hint" id="checkout-note">
      {closed ?? promise}
    </p>
  );
  return (
    <section className="panel checkout" aria-labelledby="checkout-title">
      <h2 id="checkout-title">{t.summary}</h2>
      <div className="checkout-good">
        <strong>{good.title}</strong>
        {choices.map((choice) => (
          <span key={choice}>{choice}</span>
        ))}
      </div>
      <WaysToPay ways={ways} chosen={way} onChoose={setWay} />
      {orderCount > 1 && way !== undefined && !takesSeveralOrders(config.providers, way) && (
        <p className="hint">{t.separatePayments(t.ways[way.provider] ?? way.provider)}</p>
      )}
      {config.emails_offered && (
        <EmailInput
          label={t.emailOptional(kindOf(good) === 'vip' ? t.emailTitleOfMembership : t.emailTitle)}
          value={checkout.email}
          isWrong={isEmailWrong}
          inputRef={emailField}
          onChange={(value) => {
            checkout.setEmail(value);
            setEmailWrong(false);
          }}
        />
      )}
      <div className="pay-bar" ref={bar}>
        {checkout.error !== null && <ErrorNotice error={checkout.error} title={errorTitle} />}
        <p className="checkout-price">
          <span>{t.toPay}</span>
          {fullPriceMinor !== null && <s>{money(fullPriceMinor)}</s>}
          <strong>{money(priceMinor)}</strong>
        </p>
        <button
          type="button"
          className="button large"
          disabled={closed !== null || checkout.busy}
          aria-describedby="checkout-note"
          onClick={order}
        >
          {checkout.busy ? t.ordering : (label ?? t.order)}
        </button>
        {closed !== null && note}
      </div>
      {closed === null && note}
    </section>
  );
}
