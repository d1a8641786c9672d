/** Several photos that were ordered together: their states, their payment, and the download of all pictures. */

import { useEffect, useState } from 'react';
import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { FindOrder } from '../my-orders/find-order.tsx';
import { rememberedOrders, rememberOrder } from '../my-orders/remembered-orders.ts';
import { stageOf } from '../order/order-stage.ts';
import { useOrderDetails } from '../order/use-order-details.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useTitle } from '../parts/use-title.ts';
import { PayPanel } from '../payment/pay-panel.tsx';
import { payableOrders } from '../payment/payable.ts';
import { useWords } from '../texts/words.ts';
import { DownloadAll, type NamedOrder } from './download-all.tsx';
import { rememberSeries, seriesWith } from './remembered-series.ts';
import { forgetLeftSeries, markLeftSeries } from './return-to-series.ts';
import { SeriesFacts } from './series-facts.tsx';
import { seriesKey } from './series-key.ts';
import { countGroups } from './series-progress.ts';
import { SeriesRow } from './series-row.tsx';
import { useSeries, type WatchedSeries } from './use-series.ts';

/** The known orders in the order of the series, with the names of their photos. */
function useNamedOrders(
  orderNos: readonly string[],
  orders: ReadonlyMap<string, Order>,
): readonly NamedOrder[] {
  const { t } = useWords();
  const [names] = useState(() => {
    const remembered = seriesWith(orderNos[0] ?? '') ?? [];
    return new Map(remembered.map(({ orderNo, name }) => [orderNo, name]));
  });
  return orderNos.flatMap((orderNo, index) => {
    const order = orders.get(orderNo);
    if (order === undefined) return [];
    const number = index + 1;
    return [{ order, number, name: names.get(orderNo) || t.photoNumber(number) }];
  });
}

/** Keeps the numbers in this browser, also if the series was ordered in another. */
function useRemembered(isLoaded: boolean, named: readonly NamedOrder[]): void {
  const numbers = named.map(({ order }) => order.order_no).join(',');
  useEffect(() => {
    const orderNos = numbers.split(',').filter((each) => each !== '');
    const [first] = orderNos;
    if (!isLoaded || first === undefined) return;
    const known = rememberedOrders();
    for (const orderNo of orderNos) if (!known.includes(orderNo)) rememberOrder(orderNo);
    if (seriesWith(first) === undefined) rememberSeries(orderNos.map((orderNo) => ({ orderNo, name: '' })));
  }, [isLoaded, numbers]);
}

interface SeriesProps {
  readonly orderNos: readonly string[];
  /** At least one. */
  readonly named: readonly [NamedOrder, ...NamedOrder[]];
  readonly watched: WatchedSeries;
}

/** How far the series is. Screen readers read changes aloud. */
function SeriesNotice({ named }: Pick<SeriesProps, 'named'>) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const finished = named.find(({ order }) => stageOf(order) === 'done');
  const details = useOrderDetails(finished?.order.order_no ?? null, true);
  const until =
    details?.result_until == null ? null : parseServiceTime(details.result_until, config.time_zone);
  const counts = countGroups(named.map(({ order }) => stageOf(order)));
  const isUnderWay = counts.unpaid + counts.inWork > 0;
  const tone = isUnderWay ? 'busy' : counts.ready === named.length ? 'good' : 'calm';
  const kept = until === null ? null : t.seriesKept(formatDate(until, locale));
  return <Notice tone={tone} text={[t.seriesProgress(counts), counts.ready > 0 ? kept : null]} />;
}

function Series({ orderNos, named, watched }: SeriesProps) {
  const { t } = useWords();
  const { goods } = useShop();
  const [{ order: first }, ...others] = named;
  const good = goods.find(({ id }) => id === first.goods_id);
  const counts = countGroups(named.map(({ order }) => stageOf(order)));
  const unpaid = named.flatMap(({ order }) => (stageOf(order) === 'waitPay' ? [order] : []));
  const finished = named.filter(({ order }) => stageOf(order) === 'done');
  const expectedCount = counts.ready + counts.inWork + counts.unpaid;
  const payable = payableOrders(seriesKey(orderNos), unpaid, () => markLeftSeries(orderNos));
  return (
    <article>
      <div className="view-title">
        {good !== undefined && <img src={good.icon} alt="" width="56" height="56" />}
        <div>
          <h1>{good === undefined ? t.yourPhotos : good.title}</h1>
          <p>{t.seriesTitle(orderNos.length)}</p>
        </div>
      </div>
      <div className="split">
        <div className="split-main">
          <SeriesNotice named={named} />
          {unpaid.length > 0 && (
            // A payment that is open for an order that has been cancelled is closed, so the panel begins anew.
            <PayPanel
              key={counts.ended}
              payable={payable}
              text={t.waitPaySeriesText(unpaid.length)}
              declines={watched.declines}
            />
          )}
          {finished.length > 0 && <DownloadAll finished={finished} expectedCount={expectedCount} />}
          <ul className="order-rows" aria-label={t.yourPhotos}>
            {named.map((each) => (
              <SeriesRow key={each.order.order_no} {...each} live={watched.live} />
            ))}
          </ul>
          {named.length < orderNos.length && (
            <p className="hint">{t.seriesUnknown(orderNos.length - named.length)}</p>
          )}
        </div>
        <aside className="split-side">
          <SeriesFacts orders={[first, ...others.map(({ order }) => order)]} />
        </aside>
      </div>
    </article>
  );
}

export function SeriesView({ orderNos }: { readonly orderNos: readonly string[] }) {
  const { t } = useWords();
  const watched = useSeries(orderNos);
  const [first, ...others] = useNamedOrders(orderNos, watched.orders);
  const named = first === undefined ? null : ([first, ...others] as const);
  useTitle(t.seriesTitle(orderNos.length));
  useRemembered(watched.isLoaded, named ?? []);
  useEffect(forgetLeftSeries, []);
  return (
    <>
      <Link to={{ view: 'orders' }} className="way-back">
        <Icon name="back" />
        {t.myOrders}
      </Link>
      {named !== null && <Series orderNos={orderNos} named={named} watched={watched} />}
      {named === null && watched.error !== null && <ErrorNotice error={watched.error} />}
      {named === null && watched.isLoaded && (
        <div className="split">
          <div className="split-main">
            <Notice tone="bad" title={t.unknownOrder} text={t.errors.unknown_order} />
            <FindOrder />
          </div>
        </div>
      )}
      {named === null && !watched.isLoaded && watched.error === null && (
        <p className="loading" role="status">
          {t.loading}
        </p>
      )}
    </>
  );
}
