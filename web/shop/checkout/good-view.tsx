/** The view in which a customer orders one good. The operation that orders the good decides which form is shown. */

import { useEffect } from 'react';
import { type Good, kindOf } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { useWords } from '../texts/words.ts';
import { MembershipForm } from './membership-form.tsx';
import { PhotoForm } from './photo-form.tsx';

function Form({ good }: { readonly good: Good }) {
  const { t } = useWords();
  switch (kindOf(good)) {
    case 'vip':
      return <MembershipForm good={good} />;
    case 'colourise':
      return <PhotoForm good={good} tips={t.colourTips} />;
    case 'restore':
      return <PhotoForm good={good} tips={t.restoreTips} withRestoration />;
    case 'id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor />;
    case 'sized-id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor withSize />;
    case 'other':
      return <Notice tone="calm" text={t.otherProduct} />;
  }
}

/** The description and the large picture of the good. */
function AboutGood({ good }: { readonly good: Good }) {
  const { t } = useWords();
  const { config } = useShop();
  const { description = '', picture = '' } = config.goods[good.id] ?? {};
  if (description === '' && picture === '') return null;
  return (
    <section className="good-about" aria-labelledby="good-about-title">
      <div>
        <h2 id="good-about-title">{t.aboutProduct}</h2>
        <p>{description}</p>
      </div>
      {picture !== '' && <img src={picture} alt={good.title} loading="lazy" />}
    </section>
  );
}

export function GoodView({ goodsId }: { readonly goodsId: number }) {
  const { t } = useWords();
  const { goods, config, refreshOld } = useShop();
  useEffect(refreshOld, [refreshOld]);
  const good = goods.find(({ id }) => id === goodsId);
  useTitle(good === undefined ? null : good.title);
  return (
    <>
      <Link to={{ view: 'home' }} className="way-back">
        <Icon name="back" />
        {t.allProducts}
      </Link>
      {good === undefined ? (
        <Notice tone="calm" text={t.unknownProduct} />
      ) : (
        <>
          <div className="view-title">
            <img src={good.icon} alt="" width="56" height="56" />
            <div>
              <h1>{good.title}</h1>
              <p>{good.summary}</p>
            </div>
          </div>
          {config.orders_open ? (
            <Form good={good} />
          ) : (
            <Notice tone="calm" text={config.closed_note === '' ? t.closed : config.closed_note} />
          )}
          <AboutGood good={good} />
        </>
      )}
    </>
  );
}
