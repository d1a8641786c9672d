/** The customer's orders, newest first, and a field that opens any other order by its number. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { MembershipCard } from '../home/membership-card.tsx';
import { stageOf, toneOf } from '../order/order-stage.ts';
import { useOrderDetails } from '../order/use-order-details.ts';
import { useOrderPicture } from '../order/use-order-picture.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { LastSeriesLink } from '../series/series-link.tsx';
import { choicesText } from '../texts/choices-text.ts';
import { useWords } from '../texts/words.ts';
import { FindOrder } from './find-order.tsx';
import { MyData } from './my-data.tsx';
import { OtherDevice } from './other-device.tsx';
import { useMyOrders } from './use-my-orders.ts';

function OrderRow({ order }: { readonly order: Order }) {
  const { t, language, locale } = useWords();
  const { goods, config } = useShop();
  const good = goods.find(({ id }) => id === order.goods_id);
  const at = parseServiceTime(order.create_time, config.time_zone);
  const stage = stageOf(order);
  const details = useOrderDetails(order.order_no);
  const photo = useOrderPicture(order, stage);
  const documents = useDocuments(details?.document != null);
  const choices = details === null ? [] : choicesText(details, { t, language, documents });
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
          <strong>{good === undefined ? order.order_no : good.title}</strong>
          {choices.length > 0 && <span>{choices.join(' · ')}</span>}
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
  const { orders, loading, error, hasMore, loadMore, retry } = useMyOrders(config.has_token);
  useTitle(t.myOrders);
  const empty = orders.length === 0 && !loading && error === null;
  return (
    <>
      <h1>{t.myOrders}</h1>
      <div className="split">
        <div className="split-main">
          {error !== null && <ErrorNotice error={error} retry={retry} />}
          {empty && (
            <div className="empty">
              <Icon name="receipt" />
              <h2>{t.noOrders}</h2>
              <p>{t.noOrdersText}</p>
              <Link to={{ view: 'home' }} className="button">
                {t.allProducts}
              </Link>
            </div>
          )}
          <LastSeriesLink orders={orders} />
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
          <MembershipCard />
          {(config.has_token || orders.length > 0) && <OtherDevice />}
          <FindOrder />
          {(config.has_token || orders.length > 0) && <MyData />}
        </aside>
      </div>
    </>
  );
}
