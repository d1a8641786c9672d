/** Everything that was ordered in this browser, newest first. */

import { formatMoney } from '../../shared/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FindOrder } from '../components/find-order.tsx';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import { Membership } from '../components/membership.tsx';
import { useBeforePhoto } from '../hooks/use-before-photo.ts';
import { useMyOrders } from '../hooks/use-my-orders.ts';
import { useShop } from '../hooks/use-shop.ts';
import { useTitle } from '../hooks/use-title.ts';
import { stageOf, toneOf } from '../order-stage.ts';
import { goodsWord } from '../texts/goods-words.ts';
import { useWords } from '../texts/words.ts';

function OrderRow({ order }: { readonly order: Order }) {
  const { t, language, locale } = useWords();
  const { goods, config } = useShop();
  const good = goods.find(({ id }) => id === order.goods_id);
  const at = parseServiceTime(order.create_time, config.time_zone);
  const stage = stageOf(order);
  const photo = useBeforePhoto(order.order_no);
  return (
    <li>
      <Link to={{ view: 'order', orderNo: order.order_no }} className="order-row">
        <img
          className={photo === null ? undefined : 'photo'}
          src={photo ?? good?.icon ?? '/icons/photokiosk.svg'}
          alt=""
          width="48"
          height="48"
          loading="lazy"
        />
        <span className="order-row-words">
          <strong>{good === undefined ? order.order_no : goodsWord(good.title, language)}</strong>
          <span>{at === null ? order.create_time : formatDateTime(at, locale)}</span>
        </span>
        <span className={`chip ${toneOf(stage)}`}>{t.states[stage]}</span>
        <span className="order-row-price">{formatMoney(order.price, config.currency, locale)}</span>
      </Link>
    </li>
  );
}

export function MyOrdersView() {
  const { t } = useWords();
  const { config } = useShop();
  const { orders, loading, error, hasMore, loadMore } = useMyOrders(config.has_token);
  useTitle(t.ordersTitle);
  const empty = orders.length === 0 && !loading && error === null;
  return (
    <>
      <h1>{t.ordersTitle}</h1>
      <div className="split">
        <div className="split-main">
          {error !== null && <ErrorNotice error={error} retry={loadMore} />}
          {empty && (
            <div className="empty">
              <Icon name="receipt" />
              <h2>{t.noOrders}</h2>
              <p>{t.noOrdersText}</p>
              <Link to={{ view: 'home' }} className="button">
                {t.toGoods}
              </Link>
            </div>
          )}
          <ul className="order-rows">
            {orders.map((order) => (
              <OrderRow key={order.order_no} order={order} />
            ))}
          </ul>
          {loading && (
            <p className="loading" role="status">
              {t.loading}
            </p>
          )}
          {hasMore && !loading && (
            <button type="button" className="button quiet" onClick={loadMore}>
              {t.moreOrders}
            </button>
          )}
          {orders.length > 0 && <p className="hint">{t.ordersNote}</p>}
        </div>
        <aside className="split-side">
          <Membership />
          <FindOrder />
        </aside>
      </div>
    </>
  );
}
