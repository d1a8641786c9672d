/** The first page: how the shop does today, and what waits for somebody. */

import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useWaiting } from '../../layout/use-pending-counts.ts';
import { amountText } from '../../components/amount.tsx';
import { plusDays, today } from '../../format/days.ts';
import { durationText } from '../../format/duration-text.ts';
import { Loaded } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { useSession } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';
import { useHealth } from '../health/health-api.ts';
import { lacksWorkers, pictureQueue } from '../health/health-figures.ts';
import { QueueChart } from '../health/queue-chart.tsx';
import { useMoney } from '../payments/payments-api.ts';
import { MoneyChart } from '../payments/revenue-chart.tsx';
import { sumOf, sumsByDay } from '../payments/payment-sums.ts';
import { FewOrders } from '../orders/recent-orders.tsx';
import { useLatestOrders } from '../orders/orders-api.ts';
import { OrderStates } from './order-states-chart.tsx';
import { useOrderCounts } from './overview-api.ts';

/** Days of the money's chart. */
const daysShown = 14;
const ordersListed = 6;
/** Days of the orders' states; the first is today. */
const spans = [1, 7, 30] as const;

function Figures() {
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const money = useMoney({ from: plusDays(now, 1 - daysShown), to: now });
  const health = useHealth();
  const waiting = useWaiting();
  const ofToday =
    money.data &&
    sumOf(
      money.data.days.filter(({ day }) => day === now),
      shop.currency,
    );
  const open = money.data && sumOf(money.data.totals, shop.currency);
  const pictures = health.data && pictureQueue(health.data);
  const dead = waiting['/work'] ?? 0;
  const toConfirm = waiting['/refunds'] ?? 0;
  return (
    <div className="stats">
      <Stat
        label={t('Takings today')}
        to="/money"
        value={ofToday === undefined ? '…' : amountText(ofToday.takings, shop.currency)}
        note={ofToday && t('Payments: {count}', { count: ofToday.takingsCount })}
      />
      <Stat
        label={t('Pictures waiting')}
        to="/health"
        value={pictures === undefined ? '…' : String(pictures.ready)}
        note={
          pictures &&
          (pictures.ready === 0
            ? t('{count} being made', { count: pictures.running })
            : t('the oldest for {time}', { time: durationText(pictures.oldest_due_age_ms) }))
        }
        isBad={(pictures?.oldest_due_age_ms ?? 0) > 5 * 60_000}
      />
      <Stat
        label={t('Failed work')}
        to="/work"
        value={health.data === undefined ? '…' : String(dead)}
        note={health.data && (dead === 0 ? t('Nothing was given up') : t('Somebody should look'))}
        isBad={dead > 0}
      />
      <Stat
        label={toConfirm > 0 ? t('Refunds to confirm') : t('Open refunds')}
        to={toConfirm > 0 ? '/refunds' : '/orders?status=wait_refund'}
        value={toConfirm > 0 ? String(toConfirm) : open === undefined ? '…' : String(open.openCount)}
        note={
          toConfirm > 0
            ? t('They wait for a second operator')
            : open &&
              t('{amount} in {days} days', { amount: amountText(open.open, shop.currency), days: daysShown })
        }
        isBad={toConfirm > 0 || (open?.openCount ?? 0) > 0}
      />
    </div>
  );
}

function MoneyCard() {
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const from = plusDays(now, 1 - daysShown);
  const money = useMoney({ from, to: now });
  return (
    <Card title={t('Money of {days} days', { days: daysShown })} actions={<More to="/money" />}>
      <Loaded query={money} skeletonHeight={240}>
        {({ days }) => (
          <MoneyChart days={sumsByDay(days, shop.currency, from, now)} currency={shop.currency} />
        )}
      </Loaded>
    </Card>
  );
}

function More({ to }: { readonly to: string }) {
  return (
    <Anchor component={Link} to={to} size="sm">
      {t('More')}
    </Anchor>
  );
}

function StatesCard() {
  const { shop } = useSession();
  const [days, setDays] = useState<number>(spans[0]);
  const fromDay = plusDays(today(shop.time_zone), 1 - days);
  const counts = useOrderCounts(fromDay);
  return (
    <Card title={t('Orders by state')} actions={<More to={`/orders?from=${fromDay}`} />}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t('How many days')}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={spans.map((count) => ({
            value: String(count),
            label: count === 1 ? t('Today') : t('{count} days', { count }),
          }))}
        />
        <Loaded query={counts} skeletonHeight={180}>
          {(counted) => <OrderStates counted={counted} />}
        </Loaded>
      </Stack>
    </Card>
  );
}

export function OverviewPage() {
  const { shop } = useSession();
  const health = useHealth();
  const latest = useLatestOrders(ordersListed);
  return (
    <Page title={t('Overview')} lead={t('Days are those of {zone}.', { zone: shop.time_zone })}>
      <Figures />
      <div className="halves wide-first">
        <MoneyCard />
        <StatesCard />
      </div>
      <div className="halves wide-first">
        <Card title={t('Latest orders')} actions={<More to="/orders" />}>
          <FewOrders label={t('Latest orders')} query={latest} />
        </Card>
        <Card title={t('Queue')} actions={<More to="/health" />}>
          <Stack gap="xs">
            <Loaded query={health} skeletonHeight={140}>
              {({ queues }) => <QueueChart queues={queues} />}
            </Loaded>
            {health.data !== undefined && lacksWorkers(health.data) && (
              <Text size="sm" className="error-text">
                {t('No worker is alive: no picture is made.')}
              </Text>
            )}
          </Stack>
        </Card>
      </div>
    </Page>
  );
}
