/** What is known of an order, beside its story. */

import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OrderDetail } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Amount } from '../../components/amount.tsx';
import { Facts } from '../../components/description-list.tsx';
import { When } from '../../components/date-time.tsx';
import { t, wordOf } from '../../texts/words.ts';
import {
  cancellerWords,
  colourWords,
  dealWords,
  detailWords,
  goodKindWords,
  statusWords,
} from '../../texts/names-old.ts';

function detailText(name: string, value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return name === 'color' ? wordOf(colourWords, text) : text;
}

function Owner({ order }: { readonly order: OrderDetail }) {
  const { user } = order;
  return (
    <>
      <Anchor component={Link} to={`/users/${user.id}`} size="sm">
        {user.kind === 'guest' ? t('Guest {id}', { id: user.id }) : t('User {id}', { id: user.id })}
      </Anchor>
      {user.subject !== null && (
        <Text size="xs" c="dimmed" className="strangers-text">
          {user.subject}
        </Text>
      )}
      {user.member_until !== null && (
        <Text size="xs" c="dimmed">
          {t('Member until')} <When at={user.member_until} style="day" />
        </Text>
      )}
    </>
  );
}

export function OrderFacts({ order }: { readonly order: OrderDetail }) {
  return (
    <Card title={t('Order')}>
      <Facts
        facts={[
          [t('Payment'), wordOf(statusWords, order.status)],
          [t('Work'), wordOf(dealWords, order.deal_status)],
          [t('Price'), <Amount key="price" minor={order.price} currency={order.currency} />],
          [t('Kind'), wordOf(goodKindWords, order.funct_name)],
          ...Object.entries(order.details).map(([name, value]): [string, string] => [
            wordOf(detailWords, name),
            detailText(name, value),
          ]),
          [t('Customer'), <Owner key="owner" order={order} />],
          ...(order.from_user_id === null ? [] : [[t('Sent by user'), String(order.from_user_id)] as const]),
          [t('Placed'), <When key="placed" at={order.created_at} style="second" />],
          order.paid_at === null
            ? [t('To be paid until'), <When key="until" at={order.expires_at} style="second" />]
            : [t('Paid'), <When key="paid" at={order.paid_at} style="second" />],
          ...(order.cancelled_at === null
            ? []
            : [
                [t('Cancelled'), <When key="cancelled" at={order.cancelled_at} style="second" />] as const,
                [t('Cancelled by'), wordOf(cancellerWords, order.cancelled_by ?? '–')] as const,
              ]),
          ...(order.result_until === null
            ? []
            : [[t('Picture kept until'), <When key="kept" at={order.result_until} />] as const]),
        ]}
      />
    </Card>
  );
}
