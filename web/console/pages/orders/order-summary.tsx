/** The facts of an order: states, price, parameters, customer and times. */

import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OrderDetail } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { orderState } from '../../components/order-state-badge.tsx';
import { Card } from '../../layout/card.tsx';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { userName } from '../users/users-page.tsx';

function detailText(name: string, value: unknown): string {
  const { t } = words();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  switch (name) {
    case 'color':
      return nameOf(t.names.colour, text);
    case 'size':
      return nameOf(t.names.photoSize, text);
    case 'correct':
    case 'crop_only':
    case 'colour':
    case 'enlarge':
      return nameOf(t.names.flag, String(text === '1'));
    case 'cut_strokes':
      return t.orders.strokes(text === 'none' ? 0 : text.split(';').length);
    default:
      return text;
  }
}

/** A refund that failed is still open for the service, but needs an operator. */
function paymentText(order: OrderDetail): string {
  const { t } = words();
  const isStuck = orderState(order) === 'refund_stuck';
  return isStuck ? t.names.orderState.refund_stuck : nameOf(t.names.orderStatus, order.status);
}

function Owner({ order }: { readonly order: OrderDetail }) {
  const { t } = useWords();
  const { user } = order;
  return (
    <>
      <Anchor component={Link} to={`/users/${user.id}`} size="sm">
        {userName(user)}
      </Anchor>
      {user.subject !== null && (
        <Text size="xs" c="dimmed" className="untrusted-text">
          {user.subject}
        </Text>
      )}
      {user.member_until !== null && (
        <Text size="xs" c="dimmed">
          {t.orders.memberUntil} <DateTime at={user.member_until} style="day" />
        </Text>
      )}
    </>
  );
}

export function OrderSummary({ order }: { readonly order: OrderDetail }) {
  const { t } = useWords();
  return (
    <Card title={t.orders.order}>
      <DescriptionList
        items={[
          [t.orders.payment, paymentText(order)],
          [t.orders.processing, nameOf(t.names.dealStatus, order.deal_status)],
          [t.common.amount, <Amount key="price" minor={order.price} currency={order.currency} />],
          [t.common.type, nameOf(t.names.goodKind, order.funct_name)],
          ...Object.entries(order.details).map(([name, value]): [string, string] => [
            nameOf(t.names.orderDetail, name),
            detailText(name, value),
          ]),
          [t.common.customer, <Owner key="owner" order={order} />],
          ...(order.email === null ? [] : [[t.orders.email, order.email] as const]),
          ...(order.from_user_id === null
            ? []
            : [[t.orders.referredBy, String(order.from_user_id)] as const]),
          [t.orders.placed, <DateTime key="placed" at={order.created_at} style="second" />],
          order.paid_at === null
            ? [t.orders.payBy, <DateTime key="until" at={order.expires_at} style="second" />]
            : [t.orders.paid, <DateTime key="paid" at={order.paid_at} style="second" />],
          ...(order.cancelled_at === null
            ? []
            : [
                [
                  t.orders.cancelled,
                  <DateTime key="cancelled" at={order.cancelled_at} style="second" />,
                ] as const,
                [t.orders.cancelledBy, nameOf(t.names.canceller, order.cancelled_by ?? '–')] as const,
              ]),
          ...(order.result_until === null
            ? []
            : [[t.orders.photoKeptUntil, <DateTime key="kept" at={order.result_until} />] as const]),
        ]}
      />
    </Card>
  );
}
