/** Refunds above the shop's limit, which one operator requests and another approves or rejects, and failed refunds. */

import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useSearchParams } from 'react-router';
import type { Approval } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { amountText } from '../../format/amount-text.ts';
import { countText } from '../../format/count-text.ts';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { useInbox } from '../inbox/inbox-api.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import { useApprovals } from './refunds-api.ts';

const colours: Readonly<Record<Approval['state'], string>> = {
  pending: 'busy',
  confirmed: 'good',
  rejected: 'quiet',
};

function Decision({ approval }: { readonly approval: Approval }) {
  const { t } = useWords();
  return (
    <div>
      <Badge variant="light" color={colours[approval.state]} className="word-badge">
        {nameOf(t.names.approvalState, approval.state)}
      </Badge>
      {approval.decided_by !== null && (
        <Text size="xs" c="dimmed" className="untrusted-text">
          {approval.decided_by}
          {approval.decision_reason !== null && `: ${approval.decision_reason}`}
        </Text>
      )}
    </div>
  );
}

/** What is approved, if it is not a refund, and the reason. */
function WhatAndWhy({ approval }: { readonly approval: Approval }) {
  const { t } = useWords();
  return (
    <Text size="sm" component="div" className="untrusted-text">
      {approval.settled_refund_no !== null && <strong>{t.refunds.settlement}: </strong>}
      {approval.reason}
    </Text>
  );
}

function ReviewButton({ approval }: { readonly approval: Approval }) {
  const { t } = useWords();
  return (
    <Button component={Link} to={`/orders/${approval.order_id}`} size="xs" variant="default">
      {approval.state === 'pending' ? t.refunds.review : t.refunds.view}
    </Button>
  );
}

function columns(): DataTableColumn<Approval>[] {
  const { t } = words();
  return [
    {
      accessor: 'requested_at',
      title: t.refunds.requested,
      noWrap: true,
      render: (approval) => <DateTime at={approval.requested_at} />,
    },
    { accessor: 'requested_by', title: t.refunds.requestedBy },
    {
      accessor: 'order_no',
      title: t.orders.order,
      render: (approval) => <OrderLink id={approval.order_id} orderNo={approval.order_no} />,
    },
    {
      accessor: 'amount',
      title: t.common.amount,
      textAlign: 'right',
      noWrap: true,
      render: (approval) => <Amount minor={approval.amount} currency={approval.currency} />,
    },
    {
      accessor: 'reason',
      title: t.common.reason,
      render: (approval) => <WhatAndWhy approval={approval} />,
    },
    { accessor: 'state', title: t.common.status, render: (approval) => <Decision approval={approval} /> },
    {
      accessor: 'button',
      title: '',
      textAlign: 'right',
      render: (approval) => <ReviewButton approval={approval} />,
    },
  ];
}

function ApprovalOnPhone({ approval }: { readonly approval: Approval }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          <Amount minor={approval.amount} currency={approval.currency} />
        </Text>
        <Decision approval={approval} />
      </Group>
      <OrderLink id={approval.order_id} orderNo={approval.order_no} />
      <WhatAndWhy approval={approval} />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {approval.requested_by} · <DateTime at={approval.requested_at} />
        </Text>
        <ReviewButton approval={approval} />
      </Group>
    </Stack>
  );
}

function Approvals({ state }: { readonly state: 'pending' | 'decided' }) {
  const { t } = useWords();
  const approvals = useApprovals(state);
  return (
    <DataGrid
      label={t.layout.pages.refunds}
      records={approvals.data?.pages.flatMap((page) => page.approvals)}
      columns={columns()}
      idOf={({ id }) => id}
      phone={(approval) => <ApprovalOnPhone approval={approval} />}
      empty={state === 'pending' ? t.refunds.noneToReview : t.refunds.noneReviewed}
      isChanging={approvals.isPlaceholderData}
      error={approvals.error}
      onRetry={() => void approvals.refetch()}
      more={nextPageOf(approvals)}
    />
  );
}

type Shown = 'pending' | 'failed' | 'decided';

/** The state that the address asks for; null without one. */
function stateOf(text: string | null): Shown | null {
  return text === 'pending' || text === 'decided' || text === 'failed' ? text : null;
}

export function RefundsPage() {
  const { t } = useWords();
  const { shop } = useSession();
  const [search, setSearch] = useSearchParams();
  const inbox = useInbox();
  const count = (wanted: string) => inbox.data?.items.filter(({ topic }) => topic === wanted).length ?? 0;
  const failed = count('failed_refund');
  const toReview = count('refund_approval');
  // The navigation shows one number for both lists, so the page opens with the list that is not empty.
  const state = stateOf(search.get('state')) ?? (toReview === 0 && failed > 0 ? 'failed' : 'pending');
  const counted = (label: string, many: number) => (many === 0 ? label : `${label} ${countText(many)}`);
  return (
    <Page
      title={t.layout.pages.refunds}
      lead={
        shop.refund_approval === null
          ? t.refunds.noLimit
          : t.refunds.limit(amountText(shop.refund_approval, shop.currency))
      }
    >
      <Group>
        <SegmentedControl
          value={state}
          onChange={(value) => setSearch({ state: value }, { replace: true })}
          aria-label={t.common.show}
          data={[
            { value: 'pending', label: counted(t.refunds.toReview, toReview) },
            { value: 'failed', label: counted(t.refunds.failed, failed) },
            { value: 'decided', label: t.refunds.reviewed },
          ]}
        />
      </Group>
      {state === 'failed' ? <FailedRefunds /> : <Approvals state={state} />}
    </Page>
  );
}
