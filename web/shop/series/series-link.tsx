/** Links to photos that were ordered together in this browser. */

import { formatDate, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { numbersOf, type RememberedSeries, rememberedSeries, seriesWith } from './remembered-series.ts';

const isSeveral = (series: RememberedSeries | undefined): series is RememberedSeries =>
  series !== undefined && series.length > 1;

/** Leads from “My orders” to the newest series; empty unless the list has an order of it. */
export function LastSeriesLink({ orders }: { readonly orders: readonly Order[] }) {
  const { t, locale } = useWords();
  const { config, goods } = useShop();
  const last = rememberedSeries().find(isSeveral);
  const listed = orders.find(({ order_no: orderNo }) => last?.some((each) => each.orderNo === orderNo));
  if (last === undefined || listed === undefined) return null;
  const title = goods.find(({ id }) => id === listed.goods_id)?.title ?? t.photos;
  const ordered = parseServiceTime(listed.create_time, config.time_zone);
  const date = ordered === null ? listed.create_time : formatDate(ordered, locale);
  return (
    <Link to={{ view: 'series', orderNos: numbersOf(last) }} className="series-link">
      <Icon name="image" />
      <span>
        <strong>{t.seriesTitle(last.length)}</strong>
        <span>{t.seriesLinkText(title, date)}</span>
      </span>
      <Icon name="forward" />
    </Link>
  );
}

/** Leads from the page of an order to the series to which it belongs; empty for other orders. */
export function SeriesOfOrderLink({ orderNo }: { readonly orderNo: string }) {
  const { t } = useWords();
  const series = seriesWith(orderNo);
  if (!isSeveral(series)) return null;
  return (
    <Link to={{ view: 'series', orderNos: numbersOf(series) }} className="way-back">
      <Icon name="back" />
      {t.seriesTitle(series.length)}
    </Link>
  );
}
