/** The order form of a membership: how many months, and until when it would run. */

import { useState } from 'react';
import { addMonths } from '../../../src/domain/zoned-time.ts';
import { formatMoney } from '../../shared/format-money.ts';
import { formatDate, parseServiceTime, zoneNamed } from '../../shared/service-time.ts';
import type { Good } from '../api/types.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import { useShop } from '../hooks/use-shop.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/words.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { Icon } from './icon.tsx';
import { Membership } from './membership.tsx';

const monthsMin = 1;
const monthsMax = 36;
const offers = [1, 3, 6, 12];

export function VipForm({ good }: { readonly good: Good }) {
  const { t, locale, language } = useWords();
  const { config, vip, goods } = useShop();
  const [months, setMonths] = useState(1);
  const checkout = useCheckout(good);
  const now = new Date();
  const end = vip.is_vip && vip.vip_until !== null ? parseServiceTime(vip.vip_until, config.time_zone) : null;
  const until = formatDate(
    new Date(addMonths((end ?? now).getTime(), months, zoneNamed(config.time_zone))),
    locale,
  );
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  const cheaper = goods.flatMap((each) => {
    const price = config.member_prices[each.id];
    if (price === undefined) return [];
    return [t.vipPrice(goodsWord(each.title, language), money(price), money(each.price))];
  });
  const gains = [t.vipFirst, ...cheaper, t.vipKept(config.member_result_kept_days, config.result_kept_days)];
  const step = (by: number) => setMonths((count) => Math.min(monthsMax, Math.max(monthsMin, count + by)));

  return (
    <div className="split">
      <div className="split-main">
        <Membership />
        <section className="panel">
          <h2>{t.vipGainsTitle}</h2>
          <ul className="gains">
            {gains.map((gain) => (
              <li key={gain}>
                <Icon name="check" />
                {gain}
              </li>
            ))}
          </ul>
        </section>
        <section className="panel">
          <fieldset className="months">
            <legend>{t.monthsStep}</legend>
            <div className="offers">
              {offers.map((count) => (
                <label key={count} className="offer">
                  <input
                    type="radio"
                    name="months"
                    checked={months === count}
                    onChange={() => setMonths(count)}
                  />
                  <span>{t.months(count)}</span>
                </label>
              ))}
            </div>
            <div className="stepper">
              <button
                type="button"
                aria-label={t.fewer}
                disabled={months <= monthsMin}
                onClick={() => step(-1)}
              >
                −
              </button>
              <output>{t.months(months)}</output>
              <button
                type="button"
                aria-label={t.more}
                disabled={months >= monthsMax}
                onClick={() => step(1)}
              >
                +
              </button>
            </div>
          </fieldset>
        </section>
      </div>
      <aside className="split-side">
        <CheckoutPanel
          good={good}
          choices={[t.monthsAt(months, money(good.price)), t.vipEnds(until)]}
          priceMinor={good.price * months}
          fullPriceMinor={null}
          checkout={checkout}
          promise={t.safeVip}
          missing={null}
          onOrder={(way) => void checkout.order({ num: months }, null, way)}
        />
      </aside>
    </div>
  );
}
