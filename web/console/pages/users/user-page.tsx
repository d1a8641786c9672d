/** One user: who it is, membership month by month, and the latest orders. */

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import type { Grant, UserDetail } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { Facts } from '../../components/description-list.tsx';
import { Loaded } from '../../components/query-result.tsx';
import { When } from '../../components/date-time.tsx';
import { useMay } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';
import { FewOrders } from '../orders/recent-orders.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { useLatestOrders } from '../orders/orders-api.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { useKeepUser, userCalls, useUser } from './users-api.ts';
import { MemberBadge, userName } from './users-page.tsx';

const ordersListed = 6;

function monthsText(months: number): string {
  return months === 1 ? t('1 month') : t('{count} months', { count: months });
}

function Origin({ grant }: { readonly grant: Grant }) {
  if (grant.order_no !== null) return <OrderLink orderNo={grant.order_no} />;
  return (
    <Text size="sm" component="span" className="strangers-text">
      {t('{name}: {reason}', { name: grant.granted_by ?? '–', reason: grant.reason ?? '–' })}
    </Text>
  );
}

function GrantBadge({ grant }: { readonly grant: Grant }) {
  const counts = grant.revoked_at === null;
  return (
    <Badge variant="light" color={counts ? 'green' : 'gray'} className="word-badge">
      {counts ? t('Counts') : t('Ended')}
    </Badge>
  );
}

/** When, by whom and why months that counted ended. */
function GrantEnd({ grant }: { readonly grant: Grant }) {
  if (grant.revoked_at === null) return null;
  return (
    <Text size="xs" c="dimmed" className="strangers-text">
      <When at={grant.revoked_at} />
      {[grant.revoked_by, grant.revoke_reason].some((part) => part !== null) && ' · '}
      {[grant.revoked_by, grant.revoke_reason].filter((part) => part !== null).join(': ')}
    </Text>
  );
}

function Grants({ user, mayChange }: { readonly user: UserDetail; readonly mayChange: boolean }) {
  const [ended, setEnded] = useState<Grant | null>(null);
  const keep = useKeepUser();
  const button = (grant: Grant) =>
    mayChange &&
    grant.revoked_at === null &&
    grant.order_no === null && (
      <Button size="xs" variant="default" onClick={() => setEnded(grant)}>
        {t('End')}
      </Button>
    );
  const columns: DataTableColumn<Grant>[] = [
    {
      accessor: 'granted_at',
      title: t('Since'),
      noWrap: true,
      render: (grant) => <When at={grant.granted_at} />,
    },
    { accessor: 'months', title: t('Months'), textAlign: 'right' },
    { accessor: 'order_no', title: t('From'), render: (grant) => <Origin grant={grant} /> },
    {
      accessor: 'revoked_at',
      title: t('State'),
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
        label={t('Months of membership')}
        records={user.grants}
        columns={columns}
        idOf={({ id }) => id}
        empty={t('No months yet.')}
        phone={(grant) => (
          <Stack gap={4}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={600}>
                {monthsText(grant.months)}
              </Text>
              <GrantBadge grant={grant} />
            </Group>
            <Text size="xs" c="dimmed">
              <When at={grant.granted_at} />
            </Text>
            <Origin grant={grant} />
            <GrantEnd grant={grant} />
            {button(grant)}
          </Stack>
        )}
      />
      {ended !== null && (
        <ActionDialog
          title={t('End these months?')}
          confirmLabel={t('End months')}
          isDangerous
          reason="required"
          act={(reason) => userCalls.end(user.id, ended.id, reason)}
          onDone={keep}
          doneMessage={t('The months have ended.')}
          onClose={() => setEnded(null)}
        >
          {t('{months} are taken away. The months that remain move up; no money moves.', {
            months: monthsText(ended.months),
          })}
        </ActionDialog>
      )}
    </>
  );
}

function UserView({ user }: { readonly user: UserDetail }) {
  const mayChange = useMay()('memberships_change');
  const [isGranting, setIsGranting] = useState(false);
  const orders = useLatestOrders(ordersListed, user.id);
  return (
    <>
      <div className="order-columns">
        <Stack gap="md">
          <Card
            title={t('Months of membership')}
            note={t('Bought months end by the refund of their order.')}
            actions={
              mayChange && (
                <Button size="xs" onClick={() => setIsGranting(true)}>
                  {t('Grant months')}
                </Button>
              )
            }
          >
            <Grants user={user} mayChange={mayChange} />
          </Card>
          <Card title={t('Latest orders')}>
            <FewOrders label={t('Latest orders')} query={orders} />
          </Card>
        </Stack>
        <Card title={t('Who')}>
          <Facts
            facts={[
              [t('Number'), String(user.id)],
              [t('Since'), <When key="since" at={user.created_at} />],
              [t('Identity provider'), user.issuer ?? t('None: a guest')],
              [t('Name there'), user.subject ?? '–'],
              [t('Membership'), <MemberBadge key="member" user={user} />],
            ]}
          />
        </Card>
      </div>
      {isGranting && <GrantDialog user={user} onClose={() => setIsGranting(false)} />}
    </>
  );
}

export function UserPage() {
  const { userId = '' } = useParams();
  const query = useUser(userId);
  const user = query.data;
  const isUnknown = query.error instanceof ApiError && [404, 422].includes(query.error.status);
  return (
    <Page
      title={user === undefined ? t('User') : userName(user)}
      actions={
        <Button component={Link} to={`/orders?user_id=${encodeURIComponent(userId)}`} variant="default">
          {t('All orders')}
        </Button>
      }
    >
      {isUnknown ? (
        <Alert color="gray" title={t('There is no user {id}.', { id: userId })} />
      ) : (
        <Loaded query={query}>{(loaded) => <UserView user={loaded} />}</Loaded>
      )}
    </Page>
  );
}
