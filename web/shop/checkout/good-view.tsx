/** Ordering one good. The operation that orders the good decides which form is shown. */

import { goodText } from '../../../src/domain/goods/good-text.ts';
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
    case 'id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor />;
    case 'sized-id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor withSize />;
    case 'other':
      return <Notice tone="calm" text={t.otherProduct} />;
  }
}

export function GoodView({ goodsId }: { readonly goodsId: number }) {
  const { t, language } = useWords();
  const { goods } = useShop();
  const good = goods.find(({ id }) => id === goodsId);
  useTitle(good === undefined ? null : goodText(good.title, language));
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
              <h1>{goodText(good.title, language)}</h1>
              <p>{goodText(good.summary, language)}</p>
            </div>
          </div>
          <Form good={good} />
        </>
      )}
    </>
  );
}
