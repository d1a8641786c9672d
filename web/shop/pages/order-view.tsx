/** One order: where it stands, what can be done, and its result. It changes by itself. */

import { useEffect, useState } from 'react';
import { formatMoney } from '../../shared/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import { kindOf, type Order } from '../api/types.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Membership } from '../components/membership.tsx';
import { OrderActions, OrderAgain } from '../components/order-actions.tsx';
import { OrderResult } from '../components/order-result.tsx';
import { OrderState } from '../components/order-state.tsx';
import { PayPanel } from '../components/pay-panel.tsx';
import { PhotoExtras } from '../components/photo-extras.tsx';
import { Track } from '../components/track.tsx';
import { useOrder } from '../hooks/use-order.ts';
import { useShop } from '../hooks/use-shop.ts';
import { rememberOrder } from '../keep/remembered-orders.ts';
import { stageOf } from '../order-stage.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/language.ts';

function Facts({ order }: { readonly order: Order }) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const time = (text: string) => {
    const at = parseServiceTime(text, config.time_zone);
    return at === null ? text : formatDateTime(at, locale);
  };
  return (
    <dl className="facts">
      <dt>{t.price}</dt>
      <dd>{formatMoney(order.price, config.currency, locale)}</dd>
      <dt>{t.ordered}</dt>
      <dd>{time(order.create_time)}</dd>
      {order.pay_time !== null && (
        <>
          <dt>{t.paid}</dt>
          <dd>{time(order.pay_time)}</dd>
        </>
      )}
      <dt>{t.orderNo}</dt>
      <dd>
        <code>{order.order_no}</code>
      </dd>
    </dl>
  );
}

export function OrderView({ orderNo }: { readonly orderNo: string }) {
  const { t, language } = useWords();
  const { goods, refreshVip } = useShop();
  const watched = useOrder(orderNo);
  const { order, error } = watched;
  const stage = order === null ? null : stageOf(order);
  const good = goods.find(({ id }) => id === order?.goods_id);
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
        <>
          <ErrorNotice error={error} />
          <div className="actions">
            <Link to={{ view: 'home' }} className="button quiet">
              {t.toGoods}
            </Link>
          </div>
        </>
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
          <Track order={order} stage={stage} />
          <OrderState watched={watched} order={order} stage={stage} />
          {stage === 'vipDone' && <Membership />}
          {stage === 'waitPay' && <PayPanel order={order} />}
          <OrderResult order={order} stage={stage} onStale={watched.refresh}>
            <OrderAgain order={order} />
          </OrderResult>
          {stage === 'done' && isIdPhoto && <PhotoExtras orderNo={orderNo} />}
          <OrderActions order={order} stage={stage} onChanged={watched.put} />
          <Facts order={order} />
        </article>
      )}
    </>
  );
}
