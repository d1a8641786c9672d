/** Price, times and number of an order, with the buttons for what can be done with it. */

import type { ReactNode } from 'react';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import type { Order, OrderDetails } from '../api/types.ts';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { OrderedChoices } from './ordered-choices.tsx';

interface OrderFactsProps {
  readonly order: Order;
  /** Null until the details are loaded. */
  readonly details: OrderDetails | null;
  /** The buttons. */
  readonly children?: ReactNode;
}

export function OrderFacts({ order, details, children }: OrderFactsProps) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const time = (text: string) => {
    const at = parseServiceTime(text, config.time_zone);
    return at === null ? text : formatDateTime(at, locale);
  };
  return (
    <section className="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">{t.summary}</h2>
      <OrderedChoices details={details} />
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
      {children}
    </section>
  );
}
