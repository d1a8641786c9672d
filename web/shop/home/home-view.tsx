/** The first view: the products, how the shop works, and the customer's membership. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { goodText } from '../../../src/domain/goods/good-text.ts';
import { type Good, kindOf } from '../api/types.ts';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWords } from '../texts/words.ts';
import { MembershipCard } from './membership-card.tsx';
import { Proof } from './proof.tsx';

/** The number of cards on the first screen; icons of further cards load when they are near. */
const firstCards = 6;

function GoodCard({ good, index }: { readonly good: Good; readonly index: number }) {
  const { t, language, locale } = useWords();
  const { config, vip } = useShop();
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  const memberPrice = config.member_prices[good.id];
  const isMembers = vip.is_vip && memberPrice !== undefined;
  return (
    <li>
      <Link to={{ view: 'good', goodsId: good.id }} className="good-card">
        <img src={good.icon} alt="" width="56" height="56" loading={index < firstCards ? 'eager' : 'lazy'} />
        <span className="good-words">
          <strong>{goodText(good.title, language)}</strong>
          <span>{goodText(good.summary, language)}</span>
        </span>
        <span className="good-price">
          <strong>{money(isMembers ? memberPrice : good.price)}</strong>
          {kindOf(good) === 'vip' && <span>{t.perMonth}</span>}
          {isMembers && <s>{money(good.price)}</s>}
          {!isMembers && memberPrice !== undefined && <span>{t.memberPrice(money(memberPrice))}</span>}
        </span>
        <span className="good-pick" aria-hidden="true">
          {t.choose}
        </span>
      </Link>
    </li>
  );
}

export function HomeView() {
  const { t } = useWords();
  const { goods, config, vip } = useShop();
  useTitle(null);
  return (
    <>
      <section className="hero">
        <div>
          <h1>{t.hero}</h1>
          <p className="lead">{t.lead}</p>
        </div>
        <Proof />
      </section>
      <MembershipCard />
      <section aria-labelledby="goods-title">
        <h2 id="goods-title">{t.products}</h2>
        {goods.length === 0 ? (
          <p>{t.noProducts}</p>
        ) : (
          <ul className="goods">
            {goods.map((good, index) => (
              <GoodCard key={good.id} good={good} index={index} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="how-title">
        <h2 id="how-title">{t.how}</h2>
        <ol className="steps">
          {t.steps.map(([title, text]) => (
            <li key={title}>
              <strong>{title}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="promise" aria-labelledby="promise-title">
        <h2 id="promise-title">{t.privacy}</h2>
        <p>{t.privacyText(vip.is_vip ? config.member_result_kept_days : config.result_kept_days)}</p>
      </section>
    </>
  );
}
