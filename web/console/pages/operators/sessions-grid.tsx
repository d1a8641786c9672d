/** Sessions that are open, each with a way to end it. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import type { SessionItem, Sessions } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { notifyDone, notifyProblem } from '../../components/toast.ts';
import { When } from '../../components/date-time.tsx';
import { t } from '../../texts/words.ts';
import { browserName } from './browser-name.ts';
import { operatorCalls, useOperatorsChanged } from './operators-api.ts';

function EndButton({ session }: { readonly session: SessionItem }) {
  const changed = useOperatorsChanged();
  const end = useMutation({
    mutationFn: () => operatorCalls.endSession(session.id),
    onSuccess: () => notifyDone(t('The session has ended.')),
    onError: notifyProblem,
    onSettled: changed,
  });
  if (session.current) {
    return (
      <Badge variant="light" color="blue" className="word-badge">
        {t('This one')}
      </Badge>
    );
  }
  return (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t('End')}
    </Button>
  );
}

interface SessionsGridProps {
  readonly query: UseQueryResult<Sessions>;
  readonly withNames?: boolean;
}

export function SessionsGrid({ query, withNames = false }: SessionsGridProps) {
  const columns: DataTableColumn<SessionItem>[] = [
    { accessor: 'operator_name', title: t('Operator'), hidden: !withNames, cellsClassName: 'strangers-text' },
    { accessor: 'user_agent', title: t('Browser'), render: ({ user_agent }) => browserName(user_agent) },
    { accessor: 'address', title: t('From') },
    {
      accessor: 'created_at',
      title: t('Signed in'),
      noWrap: true,
      render: (session) => <When at={session.created_at} />,
    },
    {
      accessor: 'seen_at',
      title: t('Last seen'),
      noWrap: true,
      render: (session) => <When at={session.seen_at} />,
    },
    { accessor: 'end', title: '', textAlign: 'right', render: (session) => <EndButton session={session} /> },
  ];
  return (
    <DataGrid
      label={t('Sessions')}
      records={query.data?.sessions}
      columns={columns}
      idOf={({ id }) => id}
      empty={t('Nobody is signed in.')}
      error={query.error}
      onRetry={() => void query.refetch()}
      phone={(session) => (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {withNames && `${session.operator_name} · `}
              {browserName(session.user_agent)}
            </Text>
            <Text size="xs" c="dimmed">
              {session.address} · <When at={session.seen_at} />
            </Text>
          </Stack>
          <EndButton session={session} />
        </Group>
      )}
    />
  );
}
