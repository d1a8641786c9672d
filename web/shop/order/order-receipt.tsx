/** A receipt of a paid order, for the printer only: what was bought, for how much, when, and what was refunded. */

import { createPortal } from 'react-dom';
import { formatMoney } from '../../../src/domain/format-money.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import type { Order, OrderDetails } from '../api/types.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { Icon } from '../parts/icon.tsx';
import { shopName } from '../parts/shop-identity.ts';
import { useShop } from '../parts/use-shop.ts';
import { choicesText } from '../texts/choices-text.ts';
import { useWords } from '../texts/words.ts';
import { printPart } from './print-part.ts';

interface OrderReceiptProps {
  readonly order: Order;
  /** Null until the details are loaded. */
  readonly details: OrderDetails | null;
}

function Receipt({ order, details }: OrderReceiptProps) {
  const { t, language, locale } = useWords();
  const { goods, config } = useShop();
  const good = goods.find(({ id }) => id === order.goods_id);
  const time = (text: string) => {
    const at = parseServiceTime(text, config.time_zone);
    return at === null ? text : formatDateTime(at, locale);
  };
  const refund = order.pay_ext_refund_data;
  const documents = useDocuments(details?.document != null);
  const choices = details === null ? [] : choicesText(details, { t, language, documents });
  const lines: readonly (readonly [string, string])[] = [
    [t.product, [good === undefined ? '' : good.title, ...choices].join(' · ')],
    [t.orderNo, order.order_no],
    [t.ordered, time(order.create_time)],
    ...(order.pay_time === null ? [] : [[t.paid, time(order.pay_time)] as const]),
    [t.price, formatMoney(order.price, config.currency, locale)],
    ...(refund?.state === 'done'
      ? [[t.states.refunded, formatMoney(refund.amount, refund.currency, locale)] as const]
      : []),
  ];
  return (
    <div className="print-part receipt">
      <h1>{t.receipt}</h1>
      <p>{`${shopName} · ${window.location.host}`}</p>
      {config.company !== '' && <p className="company">{config.company}</p>}
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function OrderReceipt({ order, details }: OrderReceiptProps) {
  const { t } = useWords();
  if (order.pay_time === null) return null;
  return (
    <div className="actions">
      <button type="button" className="button quiet small" onClick={() => printPart('receipt')}>
        <Icon name="print" />
        {t.printReceipt}
      </button>
      {createPortal(<Receipt order={order} details={details} />, document.body)}
    </div>
  );
}
