/** One customer: identity, membership and recent orders. */

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../../client/src/api-error.ts';
import type { Grant, UserDetail } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { amountText } from '../../format/amount-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { NotesCard } from '../inbox/notes.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { useLatestOrders } from '../orders/orders-api.ts';
import { RecentOrders } from '../orders/recent-orders.tsx';
import { EraseButton } from '../retention/erase-dialog.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { userCalls, useStoreUser, useUser } from './users-api.ts';
import { MemberBadge, userName } from './users-page.tsx';

const ordersListed = 6;

function monthsText(months: number): string {
  return words().t.users.monthCount(months);
}

function Origin({ grant }: { readonly grant: Grant }) {
  const { t } = useWords();
  const { order_id, order_no } = grant;
  if (order_id !== null && order_no !== null) return <OrderLink id={order_id} orderNo={order_no} />;
  return (
    <Text size="sm" component="span" className="untrusted-text">
      {t.users.grantedBy(grant.granted_by ?? '–', grant.reason ?? '–')}
    </Text>
  );
}

/** The months, and how many of them were refunded. */
function monthsOf({ months, months_refunded }: Grant): string {
  const { t } = words();
  return months_refunded === 0
    ? t.users.monthCount(months)
    : t.users.monthsRefunded(t.users.monthCount(months), months_refunded);
}

function GrantBadge({ grant }: { readonly grant: Grant }) {
  const { t } = useWords();
  const counts = grant.until !== null && new Date(grant.until) > new Date();
  return (
    <Badge variant="light" color={counts ? 'good' : 'quiet'} className="word-badge">
      {counts ? t.users.active : t.users.ended}
    </Badge>
  );
}

/** When, by whom and why the months of a grant were ended: by an operator or by a refund. */
function GrantEnd({ grant }: { readonly grant: Grant }) {
  if (grant.revoked_at === null) return null;
  return (
    <Text size="xs" c="dimmed" className="untrusted-text">
      <DateTime at={grant.revoked_at} />
      {[grant.revoked_by, grant.revoke_reason].some((part) => part !== null) && ' · '}
      {[grant.revoked_by, grant.revoke_reason].filter((part) => part !== null).join(': ')}
    </Text>
  );
}

function Grants({ user, mayChange }: { readonly user: UserDetail; readonly mayChange: boolean }) {
  const { t } = useWords();
  const [ended, setEnded] = useState<Grant | null>(null);
  const keep = useStoreUser();
  const button = (grant: Grant) =>
    mayChange &&
    grant.can_end && (
      <Button size="xs" variant="default" onClick={() => setEnded(grant)}>
        {t.users.end}
      </Button>
    );
  const columns: DataTableColumn<Grant>[] = [
    {
      accessor: 'granted_at',
      title: t.users.created,
      noWrap: true,
      render: (grant) => <DateTime at={grant.granted_at} />,
    },
    { accessor: 'months', title: t.users.months, textAlign: 'right', render: monthsOf },
    { accessor: 'order_no', title: t.users.source, render: (grant) => <Origin grant={grant} /> },
    {
      accessor: 'revoked_at',
      title: t.common.status,
      render: (grant) => (
        <>
          <GrantBadge grant={grant} />
          <GrantEnd grant={grant} />
        </>
      ),
    },
    { accessor: 'button', title: '', textAlign: 'right', render: button, hidden: !mayChange },
  ];
  return (
    <>
      <DataGrid
        label={t.users.membership}
        records={user.grants}
        columns={columns}
        idOf={({ id }) => id}
        empty={t.users.noMonths}
        phone={(grant) => (
          <Stack gap={4}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600}>
                {monthsOf(grant)}
              </Text>
              <GrantBadge grant={grant} />
            </Group>
            <Text size="xs" c="dimmed">
              <DateTime at={grant.granted_at} />
            </Text>
            <Origin grant={grant} />
            <GrantEnd grant={grant} />
            {button(grant)}
          </Stack>
        )}
      />
      {ended !== null && (
        <ActionDialog
          title={t.users.endTitle}
          confirmLabel={t.users.endMembership}
          isDangerous
          reason="required"
          act={(reason) => userCalls.end(user.id, ended.id, reason)}
          onDone={keep}
          doneMessage={t.users.endDone}
          onClose={() => setEnded(null)}
        >
          {t.users.endText(monthsText(ended.months))}
        </ActionDialog>
      )}
    </>
  );
}

function Spent({ user }: { readonly user: UserDetail }) {
  if (user.spent.length === 0) return '–';
  return user.spent.map(({ currency, amount }) => amountText(amount, currency)).join(' + ');
}

function UserView({ user }: { readonly user: UserDetail }) {
  const { t } = useWords();
  const mayChange = useMay()('memberships_change') && user.erased_at === null;
  const [isGranting, setIsGranting] = useState(false);
  const orders = useLatestOrders(ordersListed, user.id);
  return (
    <>
      {user.erased_at !== null && <Alert color="quiet">{t.erasure.erasedUser}</Alert>}
      <div className="order-columns">
        <Stack gap="md">
          <Card
            title={t.users.membership}
            note={t.users.boughtNote}
            actions={
              mayChange && (
                <Button size="xs" onClick={() => setIsGranting(true)}>
                  {t.users.grant}
                </Button>
              )
            }
          >
            <Grants user={user} mayChange={mayChange} />
          </Card>
          <Card title={t.orders.recent}>
            <RecentOrders label={t.orders.recent} query={orders} />
          </Card>
        </Stack>
        <Stack gap="md">
          <Card title={t.common.details}>
            <DescriptionList
              items={[
                [t.users.number, String(user.id)],
                [t.users.created, <DateTime key="since" at={user.created_at} />],
                [t.users.identityProvider, user.issuer ?? t.users.guestOnly],
                [t.users.account, user.subject ?? '–'],
                [t.users.orders, String(user.orders)],
                [t.users.spent, <Spent key="spent" user={user} />],
                [t.users.lastOrder, <DateTime key="last" at={user.last_order_at} />],
                [t.users.membership, <MemberBadge key="member" user={user} />],
              ]}
            />
          </Card>
          <NotesCard target={{ kind: 'user', id: user.id }} />
        </Stack>
      </div>
      {isGranting && <GrantDialog user={user} onClose={() => setIsGranting(false)} />}
    </>
  );
}

export function UserPage() {
  const { t } = useWords();
  const { userId = '' } = useParams();
  const query = useUser(userId);
  const user = query.data;
  const [isMerging, setIsMerging] = useState(false);
  const may = useMay();
  const isUnknown = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  return (
    <Page
      title={user === undefined ? t.common.customer : userName(user)}
      actions={
        <>
          {user !== undefined && user.erased_at === null && may('customers_erase') && (
            <EraseButton target={{ kind: 'users', id: user.id }} />
          )}
          {user?.kind === 'guest' && user.erased_at === null && may('users_merge') && (
            <Button variant="default" onClick={() => setIsMerging(true)}>
              {t.users.merge}
            </Button>
          )}
          <Button component={Link} to={`/orders?user_id=${encodeURIComponent(userId)}`} variant="default">
            {t.orders.viewAll}
          </Button>
        </>
      }
    >
      {isUnknown ? (
        <Alert color="quiet" title={t.users.notFound(userId)} />
      ) : (
        <QueryResult query={query}>{(loaded) => <UserView user={loaded} />}</QueryResult>
      )}
      {isMerging && user !== undefined && <MergeDialog guest={user} onClose={() => setIsMerging(false)} />}
    </Page>
  );
}
