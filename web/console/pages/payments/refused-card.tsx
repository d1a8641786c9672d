/** Payment notifications that were refused or repeated. Nothing is shown when there were none. */

import { Group, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { RefusedNotifications } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Card } from '../../layout/card.tsx';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';

function Reason({ row }: { readonly row: RefusedNotifications }) {
  const { t } = useWords();
  return (
    <>
      <Text size="sm">{nameOf(t.names.refusal, row.code)}</Text>
      <Text size="xs" c="dimmed" className="untrusted-text">
        {row.last_why}
      </Text>
    </>
  );
}

function columns(): DataTableColumn<RefusedNotifications>[] {
  const { t } = words();
  return [
    { accessor: 'provider', title: t.common.provider },
    { accessor: 'code', title: t.payments.refusedReason, render: (row) => <Reason row={row} /> },
    { accessor: 'times', title: t.payments.times, textAlign: 'right' },
    { accessor: 'last_at', title: t.payments.lastAt, render: (row) => <DateTime at={row.last_at} /> },
  ];
}

function RowOnPhone({ row }: { readonly row: RefusedNotifications }) {
  return (
    <Stack gap={2}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {row.provider}
        </Text>
        <Text size="sm">{row.times} ×</Text>
      </Group>
      <Reason row={row} />
      <DateTime at={row.last_at} />
    </Stack>
  );
}

export function RefusedCard({ rows }: { readonly rows: readonly RefusedNotifications[] }) {
  const { t } = useWords();
  if (rows.length === 0) return null;
  return (
    <Card title={t.payments.refusedNotifications} note={t.payments.refusedNote}>
      <DataGrid
        label={t.payments.refusedNotifications}
        records={rows}
        columns={columns()}
        idOf={(row) => `${row.provider} ${row.code}`}
        phone={(row) => <RowOnPhone row={row} />}
        empty=""
      />
    </Card>
  );
}
