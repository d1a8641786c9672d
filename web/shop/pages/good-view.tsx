/** Ordering one good. The form follows from the operation that orders it. */

import { type Good, kindOf } from '../api/types.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PhotoForm } from '../components/photo-form.tsx';
import { VipForm } from '../components/vip-form.tsx';
import { useShop } from '../hooks/use-shop.ts';
import { useTitle } from '../hooks/use-title.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/words.ts';

function Form({ good }: { readonly good: Good }) {
  const { t } = useWords();
  switch (kindOf(good)) {
    case 'vip':
      return <VipForm good={good} />;
    case 'colourise':
      return <PhotoForm good={good} tips={t.colourTips} />;
    case 'id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor />;
    case 'sized-id-photo':
      return <PhotoForm good={good} tips={t.idTips} withColor withSize />;
    case 'other':
      return <Notice tone="calm" text={t.otherGood} />;
  }
}

export function GoodView({ goodsId }: { readonly goodsId: number }) {
  const { t, language } = useWords();
  const { goods } = useShop();
  const good = goods.find(({ id }) => id === goodsId);
  useTitle(good === undefined ? null : goodsWord(good.title, language));
  return (
    <>
      <Link to={{ view: 'home' }} className="way-back">
        <Icon name="back" />
        {t.toGoods}
      </Link>
      {good === undefined ? (
        <Notice tone="calm" text={t.unknownGood} />
      ) : (
        <>
          <div className="view-title">
            <img src={good.icon} alt="" width="56" height="56" />
            <div>
              <h1>{goodsWord(good.title, language)}</h1>
              <p>{goodsWord(good.summary, language)}</p>
            </div>
          </div>
          <Form good={good} />
        </>
      )}
    </>
  );
}
