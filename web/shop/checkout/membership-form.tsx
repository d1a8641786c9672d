/** The order form of a membership: the number of months, and when the membership would end. */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { addMonths } from '../../../src/domain/zoned-time.ts';
import { formatDate, parseServiceTime, zoneNamed } from '../../shared/service-time.ts';
import type { Good } from '../api/types.ts';
import { MembershipCard } from '../home/membership-card.tsx';
import { Icon } from '../parts/icon.tsx';
import { unitPrice } from '../parts/unit-price.ts';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { readDraft, saveDraft } from './form-draft.ts';
import { MonthsChoice } from './months-choice.tsx';
import { useCheckout } from './use-checkout.ts';

export function MembershipForm({ good }: { readonly good: Good }) {
  const { t, locale } = useWords();
  const shop = useShop();
  const { config, vip, goods } = shop;
  const { unitMinor, fullMinor } = unitPrice(good, shop);
  const [months, setMonths] = useState(() => readDraft(good.id).months);
  useEffect(() => saveDraft(good.id, { months }), [good, months]);
  const checkout = useCheckout(good);
  const priceMinor = unitMinor * months;
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
    return [t.memberSaves(each.title, money(price), money(each.price))];
  });
  const gains = [
    t.memberFirst,
    ...cheaper,
    t.memberKept(config.member_result_kept_days, config.result_kept_days),
  ];

  return (
    <div className="split">
      <div className="split-main">
        <MembershipCard />
        <section className="panel">
          <h2>{t.memberGains}</h2>
          <ul className="gains">
            {gains.map((gain) => (
              <li key={gain}>
                <Icon name="check" />
                {gain}
              </li>
            ))}
          </ul>
        </section>
        <MonthsChoice months={months} onMonths={setMonths} />
      </div>
      <aside className="split-side">
        <CheckoutPanel
          good={good}
          choices={[t.monthsAt(months, money(unitMinor)), t.memberUntil(until)]}
          priceMinor={priceMinor}
          fullPriceMinor={fullMinor === null ? null : fullMinor * months}
          checkout={checkout}
          promise={t.safeMembership}
          missing={null}
          onOrder={(way) => checkout.order({ parameters: { num: months }, photo: null, way, priceMinor })}
        />
      </aside>
    </div>
  );
}
