/** Everybody who ever ordered or signed in. */

import { Anchor, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { UserItem } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { moreOf } from '../../hooks/use-paged-list.ts';
import { When } from '../../components/date-time.tsx';
import { t } from '../../texts/words.ts';
import { useUsers } from './users-api.ts';

export function userName({ id, kind }: Pick<UserItem, 'id' | 'kind'>): string {
  return kind === 'guest' ? t('Guest {id}', { id }) : t('User {id}', { id });
}

export function MemberBadge({ user }: { readonly user: Pick<UserItem, 'is_member' | 'member_until'> }) {
  if (user.member_until === null) return <Text size="sm">–</Text>;
  return (
    <Group gap="0 0.4rem">
      <Badge variant="light" color={user.is_member ? 'grape' : 'gray'} className="word-badge">
        {user.is_member ? t('Member') : t('Was a member')}
      </Badge>
      <Text size="xs" c="dimmed">
        {t('until')} <When at={user.member_until} style="day" />
      </Text>
    </Group>
  );
}

function UserLink({ user }: { readonly user: UserItem }) {
  return (
    <Anchor component={Link} to={`/users/${user.id}`} size="sm">
      {userName(user)}
    </Anchor>
  );
}

const columns = (): DataTableColumn<UserItem>[] => [
  { accessor: 'id', title: t('User'), noWrap: true, render: (user) => <UserLink user={user} /> },
  {
    accessor: 'subject',
    title: t('At the identity provider'),
    cellsClassName: 'strangers-text',
    render: (user) => user.subject ?? '–',
  },
  {
    accessor: 'issuer',
    title: t('Identity provider'),
    cellsClassName: 'strangers-text',
    render: (user) => user.issuer ?? '–',
  },
  {
    accessor: 'created_at',
    title: t('Since'),
    noWrap: true,
    render: (user) => <When at={user.created_at} style="day" />,
  },
  { accessor: 'member_until', title: t('Membership'), render: (user) => <MemberBadge user={user} /> },
];

function UserSearch({ onSearch }: { readonly onSearch: (search: Record<string, string>) => void }) {
  const [search] = useSearchParams();
  const [typed, setTyped] = useState({ id: search.get('id') ?? '', subject: search.get('subject') ?? '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { id: typed.id, subject: typed.subject.trim() };
    onSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
  };
  return (
    <Paper withBorder radius="md" p="md" component="search">
      <form onSubmit={submit} className="inline-form">
        <TextInput
          label={t('User number')}
          inputMode="numeric"
          value={typed.id}
          maxLength={15}
          onChange={(event) => setTyped({ ...typed, id: event.currentTarget.value.replace(/\D/g, '') })}
        />
        <TextInput
          label={t('Name at the identity provider')}
          value={typed.subject}
          maxLength={255}
          spellCheck={false}
          onChange={(event) => setTyped({ ...typed, subject: event.currentTarget.value })}
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
    </Paper>
  );
}

export function UsersPage() {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const users = useUsers({ id: search.get('id') ?? '', subject: search.get('subject') ?? '' });
  return (
    <Page title={t('Users')} lead={t('Guests are customers who never signed in: one for each device.')}>
      <UserSearch key={search.toString()} onSearch={setSearch} />
      <DataGrid
        label={t('Users')}
        records={users.data?.pages.flatMap((page) => page.users)}
        columns={columns()}
        idOf={({ id }) => id}
        empty={search.size > 0 ? t('No user matches.') : t('No users yet.')}
        isChanging={users.isPlaceholderData}
        error={users.error}
        onRetry={() => void users.refetch()}
        more={moreOf(users)}
        onRowClick={({ id }) => navigate(`/users/${id}`)}
        phone={(user) => (
          <Stack gap={4}>
            <Group justify="space-between">
              <UserLink user={user} />
              <Text size="xs" c="dimmed">
                <When at={user.created_at} style="day" />
              </Text>
            </Group>
            {user.subject !== null && (
              <Text size="xs" c="dimmed" className="strangers-text">
                {user.subject}
              </Text>
            )}
            {user.member_until !== null && <MemberBadge user={user} />}
          </Stack>
        )}
      />
    </Page>
  );
}
