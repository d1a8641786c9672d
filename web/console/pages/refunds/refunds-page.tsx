/** Refunds above the shop's limit: asked for by one operator, confirmed by another. */

import { Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useSearchParams } from 'react-router';
import type { Approval } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { Amount, amountText } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { moreOf } from '../../hooks/use-paged-list.ts';
import { When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { t, wordOf } from '../../texts/words.ts';
import { approvalWords } from '../../texts/names-old.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { useApprovals } from '../orders/orders-api.ts';

const colours: Readonly<Record<Approval['state'], string>> = {
  pending: 'orange',
  confirmed: 'green',
  rejected: 'gray',
};

function Decision({ approval }: { readonly approval: Approval }) {
  return (
    <div>
      <Badge variant="light" color={colours[approval.state]} className="word-badge">
        {wordOf(approvalWords, approval.state)}
      </Badge>
      {approval.decided_by !== null && (
        <Text size="xs" c="dimmed" className="strangers-text">
          {approval.decided_by}
          {approval.decision_reason !== null && `: ${approval.decision_reason}`}
        </Text>
      )}
    </div>
  );
}

function LookButton({ approval }: { readonly approval: Approval }) {
  return (
    <Button component={Link} to={`/orders/${approval.order_no}`} size="xs" variant="default">
      {approval.state === 'pending' ? t('Look and decide') : t('Look')}
    </Button>
  );
}

const columns = (): DataTableColumn<Approval>[] => [
  {
    accessor: 'requested_at',
    title: t('Asked'),
    noWrap: true,
    render: (approval) => <When at={approval.requested_at} />,
  },
  { accessor: 'requested_by', title: t('By') },
  {
    accessor: 'order_no',
    title: t('Order'),
    render: (approval) => <OrderLink orderNo={approval.order_no} />,
  },
  {
    accessor: 'amount',
    title: t('Amount'),
    textAlign: 'right',
    noWrap: true,
    render: (approval) => <Amount minor={approval.amount} currency={approval.currency} />,
  },
  { accessor: 'reason', title: t('Reason'), cellsClassName: 'strangers-text' },
  { accessor: 'state', title: t('State'), render: (approval) => <Decision approval={approval} /> },
  {
    accessor: 'button',
    title: '',
    textAlign: 'right',
    render: (approval) => <LookButton approval={approval} />,
  },
];

function ApprovalOnPhone({ approval }: { readonly approval: Approval }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          <Amount minor={approval.amount} currency={approval.currency} />
        </Text>
        <Decision approval={approval} />
      </Group>
      <OrderLink orderNo={approval.order_no} />
      <Text size="sm" className="strangers-text">
        {approval.reason}
      </Text>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {approval.requested_by} · <When at={approval.requested_at} />
        </Text>
        <LookButton approval={approval} />
      </Group>
    </Stack>
  );
}

export function RefundsPage() {
  const { shop } = useSession();
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') === 'decided' ? 'decided' : 'pending';
  const approvals = useApprovals(state);
  return (
    <Page
      title={t('Refunds to confirm')}
      lead={
        shop.refund_approval === null
          ? t('In this shop every operator who may refund does so alone.')
          : t('Refunds above {limit} need a second operator.', {
              limit: amountText(shop.refund_approval, shop.currency),
            })
      }
    >
      <Group>
        <SegmentedControl
          value={state}
          onChange={(value) => setSearch(value === 'decided' ? { state: value } : {}, { replace: true })}
          aria-label={t('What to show')}
          data={[
            { value: 'pending', label: t('Waiting') },
            { value: 'decided', label: t('Decided') },
          ]}
        />
      </Group>
      <DataGrid
        label={t('Refunds to confirm')}
        records={approvals.data?.pages.flatMap((page) => page.approvals)}
        columns={columns()}
        idOf={({ id }) => id}
        phone={(approval) => <ApprovalOnPhone approval={approval} />}
        empty={state === 'pending' ? t('No refund waits.') : t('Nothing was decided yet.')}
        isChanging={approvals.isPlaceholderData}
        error={approvals.error}
        onRetry={() => void approvals.refetch()}
        more={moreOf(approvals)}
      />
    </Page>
  );
}
