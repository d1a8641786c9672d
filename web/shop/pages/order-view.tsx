/** One order: where it stands, what can be done, and its result. It changes by itself. */

import { useEffect, useState } from 'react';
import { kindOf } from '../api/types.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FindOrder } from '../components/find-order.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Membership } from '../components/membership.tsx';
import { OrderActions } from '../components/order-actions.tsx';
import { OrderAgain, OrderAgainWhenEnded } from '../components/order-again.tsx';
import { OrderFacts } from '../components/order-facts.tsx';
import { OrderResult } from '../components/order-result.tsx';
import { OrderState } from '../components/order-state.tsx';
import { PayPanel } from '../components/pay-panel.tsx';
import { PhotoExtras } from '../components/photo-extras.tsx';
import { Track } from '../components/track.tsx';
import { useOrder } from '../hooks/use-order.ts';
import { useShop } from '../hooks/use-shop.ts';
import { useTitle } from '../hooks/use-title.ts';
import { rememberOrder } from '../keep/remembered-orders.ts';
import { stageOf } from '../order-stage.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/words.ts';

export function OrderView({ orderNo }: { readonly orderNo: string }) {
  const { t, language } = useWords();
  const { goods, refreshVip } = useShop();
  const watched = useOrder(orderNo);
  const { order, error } = watched;
  const stage = order === null ? null : stageOf(order);
  const good = goods.find(({ id }) => id === order?.goods_id);
  useTitle(good === undefined ? t.summary : goodsWord(good.title, language));
  const isIdPhoto = order !== null && ['id-photo', 'sized-id-photo'].includes(kindOf(order));
  const [remembered, setRemembered] = useState(false);

  useEffect(() => {
    if (order === null || remembered) return;
    rememberOrder(order.order_no);
    setRemembered(true);
  }, [order, remembered]);
  useEffect(() => {
    if (stage === 'vipDone') refreshVip();
  }, [stage, refreshVip]);

  return (
    <>
      <Link to={{ view: 'orders' }} className="way-back">
        <Icon name="back" />
        {t.myOrders}
      </Link>
      {error !== null && (
        <div className="split">
          <div className="split-main">
            <ErrorNotice error={error} title={error.status === 404 ? t.unknownOrder : undefined} />
            {error.status === 404 && <FindOrder />}
            <div className="actions">
              <Link to={{ view: 'home' }} className="button quiet">
                {t.toGoods}
              </Link>
            </div>
          </div>
        </div>
      )}
      {order === null && error === null && (
        <p className="loading" role="status">
          {t.loading}
        </p>
      )}
      {order !== null && stage !== null && (
        <article>
          <div className="view-title">
            {good !== undefined && <img src={good.icon} alt="" width="56" height="56" />}
            <div>
              <h1>{good === undefined ? t.title : goodsWord(good.title, language)}</h1>
              <p>{t.states[stage]}</p>
            </div>
          </div>
          <div className="split">
            <div className="split-main">
              <Track order={order} stage={stage} />
              <OrderState watched={watched} order={order} stage={stage} />
              <OrderAgainWhenEnded order={order} stage={stage} />
              {stage === 'vipDone' && <Membership />}
              {stage === 'waitPay' && <PayPanel order={order} declines={watched.declines} />}
              <OrderResult order={order} stage={stage} onStale={watched.refresh}>
                <OrderAgain order={order} className="button quiet" />
              </OrderResult>
              {stage === 'done' && isIdPhoto && <PhotoExtras orderNo={orderNo} />}
            </div>
            <aside className="split-side">
              <OrderFacts order={order}>
                <OrderActions order={order} stage={stage} onChanged={watched.put} />
              </OrderFacts>
            </aside>
          </div>
        </article>
      )}
    </>
  );
}
