/** The first page: today's figures, and what waits for an operator. */

import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Health, InboxItem } from '../../api/types.ts';
import { QueryResult } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { amountText } from '../../format/amount-text.ts';
import { countText } from '../../format/count-text.ts';
import { plusDays, today } from '../../format/days.ts';
import { durationText } from '../../format/duration-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { useHealth } from '../health/health-api.ts';
import { lacksWorkers, pictureQueue } from '../health/health-figures.ts';
import { QueueChart } from '../health/queue-chart.tsx';
import { useInbox } from '../inbox/inbox-api.ts';
import { useLatestOrders } from '../orders/orders-api.ts';
import { RecentOrders } from '../orders/recent-orders.tsx';
import { sumOf, sumsByDay } from '../payments/payment-sums.ts';
import { usePayments } from '../payments/payments-api.ts';
import { RevenueChart } from '../payments/revenue-chart.tsx';
import { OrderStatesChart } from './order-states-chart.tsx';
import { useOrderCounts } from './overview-api.ts';

/** Days in the chart of revenue. */
const daysShown = 14;
const ordersListed = 6;
/** The periods for orders by status, in days; the first one is today. */
const spans = [1, 7, 30] as const;

function inboxNote(items: readonly InboxItem[]): string {
  const { t } = words();
  const [oldest] = items;
  if (oldest === undefined) return t.inbox.empty;
  return t.overview.longestWait(durationText(Math.max(0, Date.now() - Date.parse(oldest.since)), t.common));
}

function Figures() {
  const { t } = useWords();
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const money = usePayments({ from: plusDays(now, 1 - daysShown), to: now });
  const health = useHealth();
  const inbox = useInbox();
  const items = inbox.data?.items;
  const failedRefunds = items?.filter(({ topic }) => topic === 'failed_refund').length ?? 0;
  const ofToday =
    money.data &&
    sumOf(
      money.data.days.filter(({ day }) => day === now),
      shop.currency,
    );
  const open = money.data?.open_refunds ?? [];
  const openAmounts = open.map(({ amount, currency }) => amountText(amount, currency)).join(' + ');
  const pictures = health.data && pictureQueue(health.data);
  return (
    <div className="stats">
      <Stat
        label={t.payments.revenueToday}
        to="/payments"
        value={ofToday === undefined ? '…' : amountText(ofToday.takings, shop.currency)}
        note={ofToday && t.payments.paymentCount(ofToday.takingsCount)}
      />
      <Stat
        label={t.health.photosWaiting}
        to="/health"
        value={pictures === undefined ? '…' : String(pictures.ready)}
        note={
          pictures &&
          (pictures.ready === 0
            ? t.health.processingCount(pictures.running)
            : t.overview.longestWait(durationText(pictures.oldest_due_age_ms, t.common)))
        }
        isBad={(pictures?.oldest_due_age_ms ?? 0) > 5 * 60_000}
      />
      <Stat
        label={t.overview.waitsForYou}
        to="/inbox"
        value={items === undefined ? '…' : countText(items.length)}
        note={items && inboxNote(items)}
        isBad={(items?.length ?? 0) > 0}
      />
      <Stat
        label={t.payments.openRefunds}
        to={failedRefunds > 0 ? '/refunds?state=failed' : '/orders?refund_state=open'}
        value={money.data === undefined ? '…' : String(open.reduce((sum, { count }) => sum + count, 0))}
        note={
          failedRefunds > 0
            ? t.overview.failedRefunds(failedRefunds)
            : money.data && (openAmounts || amountText(0, shop.currency))
        }
        isBad={failedRefunds > 0}
      />
    </div>
  );
}

/** Jobs of housekeeping are shown only if they have failed, because otherwise the operator need not act. */
const housekeeping: ReadonlySet<string> = new Set([
  'remove_file',
  'purge_files',
  'purge_icons',
  'forget_again',
  'expire_orders',
  'audit_money',
  'reconcile_day',
  'release_webhooks',
]);

function needsAttention({ kind, dead }: Health['queues'][number]): boolean {
  return dead > 0 || !housekeeping.has(kind);
}

function RevenueCard() {
  const { t } = useWords();
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const from = plusDays(now, 1 - daysShown);
  const money = usePayments({ from, to: now });
  return (
    <Card title={t.payments.revenueOf(daysShown)} actions={<More to="/payments" />}>
      <QueryResult query={money} skeletonHeight={240}>
        {({ days }) => (
          <RevenueChart days={sumsByDay(days, shop.currency, from, now)} currency={shop.currency} />
        )}
      </QueryResult>
    </Card>
  );
}

function More({ to }: { readonly to: string }) {
  const { t } = useWords();
  return (
    <Anchor component={Link} to={to} size="sm">
      {t.common.viewAll}
    </Anchor>
  );
}

function StatesCard() {
  const { t } = useWords();
  const { shop } = useSession();
  const [days, setDays] = useState<number>(spans[0]);
  const fromDay = plusDays(today(shop.time_zone), 1 - days);
  const counts = useOrderCounts(fromDay);
  return (
    <Card title={t.overview.ordersByStatus} actions={<More to={`/orders?from=${fromDay}`} />}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={t.common.period}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={spans.map((count) => ({
            value: String(count),
            label: count === 1 ? t.common.today : t.common.days(count),
          }))}
        />
        <QueryResult query={counts} skeletonHeight={180}>
          {(counted) => <OrderStatesChart counted={counted} />}
        </QueryResult>
      </Stack>
    </Card>
  );
}

export function OverviewPage() {
  const { t } = useWords();
  const { shop } = useSession();
  const health = useHealth();
  const latest = useLatestOrders(ordersListed);
  return (
    <Page title={t.layout.pages.overview} lead={t.overview.daysIn(shop.time_zone)}>
      <Figures />
      <div className="halves wide-first">
        <RevenueCard />
        <StatesCard />
      </div>
      <div className="halves wide-first">
        <Card title={t.orders.recent} actions={<More to="/orders" />}>
          <RecentOrders label={t.orders.recent} query={latest} />
        </Card>
        <Card title={t.health.queue} actions={<More to="/health" />}>
          <Stack gap="xs">
            <QueryResult query={health} skeletonHeight={140}>
              {({ queues }) => <QueueChart queues={queues.filter(needsAttention)} />}
            </QueryResult>
            {health.data !== undefined && lacksWorkers(health.data) && (
              <Text size="sm" className="error-text">
                {t.overview.noWorker}
              </Text>
            )}
          </Stack>
        </Card>
      </div>
    </Page>
  );
}
