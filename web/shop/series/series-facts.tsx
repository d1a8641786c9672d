/** What was ordered for all photos of a series, and what they cost together. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import type { Order } from '../api/types.ts';
import { OrderedChoices } from '../order/ordered-choices.tsx';
import { useOrderDetails } from '../order/use-order-details.ts';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';

interface SeriesFactsProps {
  /** At least one. */
  readonly orders: readonly [Order, ...Order[]];
}

export function SeriesFacts({ orders }: SeriesFactsProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const [first] = orders;
  const details = useOrderDetails(first.order_no);
  const ordered = parseServiceTime(first.create_time, config.time_zone);
  const money = (some: readonly Order[]) =>
    formatMoney(
      some.reduce((sum, { price }) => sum + price, 0),
      config.currency,
      locale,
    );
  const returned = orders.filter(({ status }) => status === 'refund');
  return (
    <section className="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">{t.summary}</h2>
      <OrderedChoices details={details} />
      <dl className="facts series-facts">
        <dt>{t.photos}</dt>
        <dd>{orders.length}</dd>
        <dt>{t.price}</dt>
        <dd>{money(orders)}</dd>
        {returned.length > 0 && (
          <>
            <dt>{t.states.refunded}</dt>
            <dd>{money(returned)}</dd>
          </>
        )}
        <dt>{t.ordered}</dt>
        <dd>{ordered === null ? first.create_time : formatDateTime(ordered, locale)}</dd>
      </dl>
      <p className="hint">{t.seriesOrders}</p>
    </section>
  );
}
