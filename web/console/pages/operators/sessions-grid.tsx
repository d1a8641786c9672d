/** The active sessions, each with a button that ends it. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import type { SessionItem, Sessions } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { useWords } from '../../texts/words.ts';
import { browserName } from './browser-name.ts';
import { operatorCalls, useOperatorsChanged } from './operators-api.ts';

function EndButton({ session }: { readonly session: SessionItem }) {
  const { t } = useWords();
  const changed = useOperatorsChanged();
  const end = useMutation({
    mutationFn: () => operatorCalls.endSession(session.id),
    onSuccess: () => showSuccess(t.operators.sessionEnded),
    onError: showError,
    onSettled: changed,
  });
  if (session.current) {
    return (
      <Badge variant="light" color="info" className="word-badge">
        {t.operators.thisDevice}
      </Badge>
    );
  }
  return (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
      {t.operators.endSession}
    </Button>
  );
}

function deviceOf({ user_agent }: SessionItem, unknown: string): string {
  return user_agent === null ? unknown : browserName(user_agent);
}

interface SessionsGridProps {
  readonly query: UseQueryResult<Sessions>;
  readonly withNames?: boolean;
}

export function SessionsGrid({ query, withNames = false }: SessionsGridProps) {
  const { t } = useWords();
  const columns: DataTableColumn<SessionItem>[] = [
    {
      accessor: 'operator_name',
      title: t.common.operator,
      hidden: !withNames,
      cellsClassName: 'untrusted-text',
    },
    {
      accessor: 'user_agent',
      title: t.operators.browser,
      render: (session) => deviceOf(session, t.operators.unknownBrowser),
    },
    { accessor: 'address', title: t.operators.address },
    {
      accessor: 'created_at',
      title: t.operators.signedIn,
      noWrap: true,
      render: (session) => <DateTime at={session.created_at} />,
    },
    {
      accessor: 'seen_at',
      title: t.common.lastActive,
      noWrap: true,
      render: (session) => <DateTime at={session.seen_at} />,
    },
    { accessor: 'end', title: '', textAlign: 'right', render: (session) => <EndButton session={session} /> },
  ];
  return (
    <DataGrid
      label={t.operators.sessions}
      records={query.data?.sessions}
      columns={columns}
      idOf={({ id }) => id}
      empty={t.operators.noSessions}
      error={query.error}
      onRetry={() => void query.refetch()}
      phone={(session) => (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {withNames && `${session.operator_name} · `}
              {deviceOf(session, t.operators.unknownBrowser)}
            </Text>
            <Text size="xs" c="dimmed">
              {session.address} · <DateTime at={session.seen_at} />
            </Text>
          </Stack>
          <EndButton session={session} />
        </Group>
      )}
    />
  );
}
