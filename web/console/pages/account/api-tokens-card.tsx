/** The operator's API tokens: list, create and revoke. The secret of a new token is shown once. */

import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import { type FormEvent, useState } from 'react';
import type { ApiToken, CreatedApiToken } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { FormError } from '../../components/form-error.tsx';
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { useUnsaved } from '../../components/unsaved-changes.ts';
import { fieldErrorOf } from '../../format/error-text.ts';
import { Card } from '../../layout/card.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import type { Role } from '../operators/operators-api.ts';
import { apiTokenCalls, useApiTokens, useApiTokensChanged } from './api-tokens-api.ts';

/** The roles, sorted from the fewest to the most permissions. */
const roles: readonly Role[] = ['viewer', 'support', 'owner'];
const daysDefault = 90;
const daysMax = 366;

function RevokeButton({ token }: { readonly token: ApiToken }) {
  const { t } = useWords();
  const changed = useApiTokensChanged();
  const revoke = useMutation({
    mutationFn: () => apiTokenCalls.revoke(token.id),
    onSuccess: () => showSuccess(t.account.tokenRevoked),
    onError: showError,
    onSettled: changed,
  });
  return (
    <Button
      size="xs"
      variant="default"
      className="no-shrink"
      loading={revoke.isPending}
      onClick={() => revoke.mutate()}
    >
      {t.account.revokeToken}
    </Button>
  );
}

function TokensGrid() {
  const { t } = useWords();
  const query = useApiTokens();
  const roleName = ({ role }: ApiToken) => nameOf(t.names.role, role);
  const lastUse = ({ used_at }: ApiToken) =>
    used_at === null ? t.account.tokenNeverUsed : <DateTime at={used_at} />;
  const columns: DataTableColumn<ApiToken>[] = [
    { accessor: 'name', title: t.common.name, cellsClassName: 'untrusted-text' },
    { accessor: 'role', title: t.common.role, render: roleName },
    {
      accessor: 'expires_at',
      title: t.account.tokenEnds,
      noWrap: true,
      render: (token) => <DateTime at={token.expires_at} />,
    },
    { accessor: 'used_at', title: t.account.tokenLastUse, noWrap: true, render: lastUse },
    {
      accessor: 'revoke',
      title: '',
      textAlign: 'right',
      render: (token) => <RevokeButton token={token} />,
    },
  ];
  return (
    <DataGrid
      label={t.account.tokens}
      records={query.data?.api_tokens}
      columns={columns}
      idOf={({ id }) => id}
      empty={t.account.noTokens}
      error={query.error}
      onRetry={() => void query.refetch()}
      phone={(token) => (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {token.name} · {roleName(token)}
            </Text>
            <Text size="xs" c="dimmed">
              {t.account.tokenEnds}: <DateTime at={token.expires_at} />
            </Text>
          </Stack>
          <RevokeButton token={token} />
        </Group>
      )}
    />
  );
}

function CreateTokenForm({ onCreated }: { readonly onCreated: (created: CreatedApiToken) => void }) {
  const { t } = useWords();
  const { operator } = useSession();
  const changed = useApiTokensChanged();
  const allowed = roles.slice(0, roles.indexOf(operator.role) + 1);
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [days, setDays] = useState<number | string>(daysDefault);
  const create = useMutation({
    mutationFn: () => apiTokenCalls.create(name.trim(), role, Number(days)),
    onSuccess: (created) => {
      setName('');
      setRole('viewer');
      setDays(daysDefault);
      changed();
      onCreated(created);
    },
  });
  useUnsaved(name !== '' || role !== 'viewer' || days !== daysDefault);
  const isRight = name.trim() !== '' && Number(days) >= 1 && Number(days) <= daysMax;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={420} mt="md">
        <TextInput
          label={t.account.tokenName}
          description={t.account.tokenNameNote}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldErrorOf(create.error, 'name')}
          maxLength={64}
          autoComplete="off"
        />
        <NativeSelect
          label={t.common.role}
          value={role}
          onChange={(event) => setRole(allowed.find((one) => one === event.currentTarget.value) ?? 'viewer')}
          data={allowed.map((value) => ({ value, label: nameOf(t.names.role, value) }))}
        />
        <NumberInput
          label={t.account.tokenDays}
          value={days}
          onChange={setDays}
          min={1}
          max={daysMax}
          allowDecimal={false}
        />
        <FormError error={create.error} />
        <Group>
          <Button type="submit" disabled={!isRight} loading={create.isPending}>
            {t.account.createToken}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function ApiTokensCard() {
  const { t } = useWords();
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  return (
    <Card title={t.account.tokens} note={t.account.tokensNote}>
      <TokensGrid />
      <CreateTokenForm onCreated={setCreated} />
      {created !== null && (
        <ShownOnceDialog
          title={created.api_token.name}
          note={t.account.tokenSecretNote}
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
    </Card>
  );
}
