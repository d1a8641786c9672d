/** One order of a series: its picture, its state, and the link to its page. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { photoWord } from '../../shared/photo-words.ts';
import { isOldPhoto, type Order } from '../api/types.ts';
import { keepResultCopy } from '../order/keep-result-copy.ts';
import { stageOf, toneOf } from '../order/order-stage.ts';
import { Link } from '../parts/link.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import type { NamedOrder } from './download-all.tsx';
import type { WatchedSeries } from './use-series.ts';
import { useSeriesPicture } from './use-series-picture.ts';

interface SeriesRowProps extends NamedOrder {
  readonly live: WatchedSeries['live'];
}

/** Why the picture could not be made, and what happens to the money. */
function Failure({ order }: { readonly order: Order }) {
  const { t, language } = useWords();
  const why = photoWord(order.pay_ext_refund_data?.reason_code ?? null, language);
  return (
    <>
      {why !== null && <span>{why}</span>}
      {order.status === 'pay' && <span>{t.failedMoney}</span>}
    </>
  );
}

export function SeriesRow({ order, name, number, live: reported }: SeriesRowProps) {
  const { t, locale } = useWords();
  const { config, goods } = useShop();
  const stage = stageOf(order);
  const good = goods.find(({ id }) => id === order.goods_id);
  const picture = useSeriesPicture(order, stage);
  const live = reported?.orderNo === order.order_no ? reported : null;
  const isDone = stage === 'done';
  return (
    <li>
      <Link to={{ view: 'order', orderNo: order.order_no }} className="order-row series-row">
        <img
          className={picture === null ? undefined : 'photo'}
          src={picture ?? good?.icon ?? '/icons/photokiosk.svg'}
          alt={isDone ? t.finishedNumber(number) : ''}
          loading="lazy"
          onLoad={({ currentTarget }) => {
            // A `blob:` picture is a copy that the browser has kept. Lists show an ID photo without a copy.
            const isLoaded = isDone && isOldPhoto(order) && picture?.startsWith('/') === true;
            if (isLoaded) keepResultCopy(order.order_no, currentTarget);
          }}
        />
        <span className="order-row-words">
          <strong>{name}</strong>
          {stage === 'queued' && live?.place != null && <span>{t.queue(live.place)}</span>}
          {order.deal_status === 'fail' && <Failure order={order} />}
          {stage === 'working' && (
            <progress value={live?.fraction ?? undefined} aria-label={`${t.progress}: ${name}`} />
          )}
        </span>
        <span className={`chip ${toneOf(stage)}`}>{t.states[stage]}</span>
        <span className="order-row-price">{formatMoney(order.price, config.currency, locale)}</span>
      </Link>
    </li>
  );
}
