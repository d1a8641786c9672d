/** The operators with their roles, and all active sessions. For owners. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import type { ListedOperator, MadeOperator, Operator } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { AddOperatorDialog } from './add-operator-dialog.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { useOperators, useSessions } from './operators-api.ts';
import { SessionsGrid } from './sessions-grid.tsx';
import { SignInRulesCard } from './sign-in-rules-card.tsx';

const roleColours: Readonly<Record<Operator['role'], string>> = {
  viewer: 'quiet',
  support: 'info',
  owner: 'accent',
};

function RoleBadge({ operator }: { readonly operator: Operator }) {
  const { t } = useWords();
  return (
    <Group gap={6}>
      <Badge variant="light" color={roleColours[operator.role]} className="word-badge">
        {nameOf(t.names.role, operator.role)}
      </Badge>
      {operator.disabled && (
        <Badge variant="light" color="bad" className="word-badge">
          {t.operators.disabled}
        </Badge>
      )}
    </Group>
  );
}

function FactorBadge({ operator }: { readonly operator: ListedOperator }) {
  const { t } = useWords();
  return (
    <Badge variant="light" color={operator.second_factor ? 'good' : 'quiet'} className="word-badge">
      {operator.second_factor ? t.secondFactor.on : t.secondFactor.off}
    </Badge>
  );
}

function Name({ operator }: { readonly operator: Operator }) {
  const { t } = useWords();
  const session = useSession();
  return (
    <Text size="sm" fw={600} className="untrusted-text">
      {operator.name}
      {session.operator.id === operator.id && ` (${t.operators.you})`}
    </Text>
  );
}

export function OperatorsPage() {
  const { t } = useWords();
  const operators = useOperators();
  const sessions = useSessions('all');
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeOperator | null>(null);
  const columns: DataTableColumn<ListedOperator>[] = [
    { accessor: 'name', title: t.common.name, render: (operator) => <Name operator={operator} /> },
    { accessor: 'role', title: t.common.role, render: (operator) => <RoleBadge operator={operator} /> },
    {
      accessor: 'second_factor',
      title: t.secondFactor.column,
      render: (operator) => <FactorBadge operator={operator} />,
    },
    {
      accessor: 'created_at',
      title: t.operators.added,
      render: (operator) => <DateTime at={operator.created_at} style="day" none={t.operators.initial} />,
    },
    {
      accessor: 'menu',
      title: '',
      textAlign: 'right',
      render: (operator) => <OperatorMenu operator={operator} onPassword={setMade} />,
    },
  ];
  return (
    <Page
      title={t.layout.pages.operators}
      lead={t.operators.lead}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t.operators.add}
        </Button>
      }
    >
      <DataGrid
        label={t.layout.pages.operators}
        records={operators.data?.operators}
        columns={columns}
        idOf={({ id }) => id}
        empty={t.operators.none}
        error={operators.error}
        onRetry={() => void operators.refetch()}
        phone={(operator) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={4}>
              <Name operator={operator} />
              <RoleBadge operator={operator} />
              <Text size="xs" c="dimmed">
                {t.secondFactor.column}: {operator.second_factor ? t.secondFactor.on : t.secondFactor.off}
              </Text>
            </Stack>
            <OperatorMenu operator={operator} onPassword={setMade} />
          </Group>
        )}
      />
      {operators.data !== undefined && <SignInRulesCard isRequired={operators.data.second_factor_required} />}
      <Card title={t.operators.activeSessions}>
        <SessionsGrid query={sessions} withNames />
      </Card>
      {isAdding && <AddOperatorDialog onMade={setMade} onClose={() => setIsAdding(false)} />}
      {made !== null && (
        <ShownOnceDialog
          title={t.operators.passwordOf(made.operator.name)}
          note={t.operators.passwordNote}
          secret={made.made_password ?? ''}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  );
}
