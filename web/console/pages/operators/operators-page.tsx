/** Who may work in the console, as what, and who is signed in now. For owners. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import type { MadeOperator, Operator } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { t, wordOf } from '../../texts/words.ts';
import { roleWords } from '../../texts/names-old.ts';
import { AddOperatorDialog, MadePasswordDialog } from './add-operator-dialog.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { useOperators, useSessions } from './operators-api.ts';
import { SessionsGrid } from './sessions-grid.tsx';

const roleColours: Readonly<Record<Operator['role'], string>> = {
  viewer: 'gray',
  support: 'blue',
  owner: 'grape',
};

function RoleBadge({ operator }: { readonly operator: Operator }) {
  return (
    <Group gap={6}>
      <Badge variant="light" color={roleColours[operator.role]} className="word-badge">
        {wordOf(roleWords, operator.role)}
      </Badge>
      {operator.disabled && (
        <Badge variant="light" color="red" className="word-badge">
          {t('Disabled')}
        </Badge>
      )}
    </Group>
  );
}

function Name({ operator }: { readonly operator: Operator }) {
  const session = useSession();
  return (
    <Text size="sm" fw={600} className="strangers-text">
      {operator.name}
      {session.operator.id === operator.id && ` (${t('you')})`}
    </Text>
  );
}

export function OperatorsPage() {
  const operators = useOperators();
  const sessions = useSessions('all');
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeOperator | null>(null);
  const columns: DataTableColumn<Operator>[] = [
    { accessor: 'name', title: t('Name'), render: (operator) => <Name operator={operator} /> },
    { accessor: 'role', title: t('Role'), render: (operator) => <RoleBadge operator={operator} /> },
    {
      accessor: 'created_at',
      title: t('Since'),
      render: (operator) => <When at={operator.created_at} style="day" none={t('The beginning')} />,
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
      title={t('Operators')}
      lead={t(
        'Viewers see all but customers’ photos. Support refunds, cancels, retries and grants months. Owners do everything.',
      )}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
          {t('Add an operator')}
        </Button>
      }
    >
      <DataGrid
        label={t('Operators')}
        records={operators.data?.operators}
        columns={columns}
        idOf={({ id }) => id}
        empty={t('No operators.')}
        error={operators.error}
        onRetry={() => void operators.refetch()}
        phone={(operator) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={4}>
              <Name operator={operator} />
              <RoleBadge operator={operator} />
            </Stack>
            <OperatorMenu operator={operator} onPassword={setMade} />
          </Group>
        )}
      />
      <Card title={t('Signed in now')}>
        <SessionsGrid query={sessions} withNames />
      </Card>
      {isAdding && <AddOperatorDialog onMade={setMade} onClose={() => setIsAdding(false)} />}
      {made !== null && <MadePasswordDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}
