/** The first view: the products, how the shop works, and the customer's membership. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { GoodCard } from '../../shared/good-card.tsx';
import { goodCardWords } from '../../shared/good-card-words.ts';
import { type Good, kindOf } from '../api/types.ts';
import { Link } from '../parts/link.tsx';
import { unitPrice } from '../parts/unit-price.ts';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWords } from '../texts/words.ts';
import { MembershipCard } from './membership-card.tsx';
import { Proof } from './proof.tsx';

/** The number of cards on the first screen; icons of further cards load when the customer scrolls near them. */
const firstCards = 6;

function GoodItem({ good, index }: { readonly good: Good; readonly index: number }) {
  const { language, locale } = useWords();
  const shop = useShop();
  const { config } = shop;
  const cardWords = goodCardWords[language];
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  const memberPrice = config.member_prices[good.id];
  const { unitMinor, fullMinor } = unitPrice(good, shop);
  return (
    <li>
      <Link to={{ view: 'good', goodsId: good.id }} className="good-card">
        <GoodCard
          title={good.title}
          summary={good.summary}
          icon={good.icon}
          picture={config.goods[good.id]?.picture ?? ''}
          price={money(unitMinor)}
          unit={kindOf(good) === 'vip' ? cardWords.perMonth : null}
          struckPrice={fullMinor === null ? null : money(fullMinor)}
          memberPrice={
            fullMinor !== null || memberPrice === undefined ? null : cardWords.memberPrice(money(memberPrice))
          }
          choose={cardWords.choose}
          isLazy={index >= firstCards}
        />
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
              <GoodItem key={good.id} good={good} index={index} />
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
