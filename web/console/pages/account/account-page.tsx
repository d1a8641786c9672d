/** The signed-in operator's profile, sessions and password. */

import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { sessionKey } from '../../api/query-client.ts';
import { confirmLeave } from '../../components/confirm-leave.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { useUnsaved } from '../../components/unsaved-changes.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { operatorCalls, useOperatorsChanged, useSessions } from '../operators/operators-api.ts';
import { SessionsGrid } from '../operators/sessions-grid.tsx';
import { ApiTokensCard } from './api-tokens-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

const lengthMin = 12;
const lengthMax = 200;

function PasswordForm() {
  const { t } = useWords();
  const changed = useOperatorsChanged();
  const client = useQueryClient();
  const [old, setOld] = useState('');
  const [wanted, setWanted] = useState('');
  const [again, setAgain] = useState('');
  const change = useMutation({
    mutationFn: () => operatorCalls.changePassword(old, wanted),
    onSuccess: () => {
      setOld('');
      setWanted('');
      setAgain('');
      changed();
      // The session says whether the password is weak.
      refetchAfterChange(client, [sessionKey]);
      showSuccess(t.account.passwordChanged);
    },
  });
  useUnsaved(old !== '' || wanted !== '' || again !== '');
  const isShort = wanted !== '' && wanted.length < lengthMin;
  const isOther = again !== '' && again !== wanted;
  const isRight = old !== '' && wanted.length >= lengthMin && again === wanted;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !change.isPending) change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" maw={420}>
        <PasswordInput
          label={t.account.currentPassword}
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
          autoComplete="current-password"
          maxLength={lengthMax}
        />
        <PasswordInput
          label={t.account.newPassword}
          description={t.account.newPasswordNote(lengthMin)}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          error={isShort ? t.account.tooShort : null}
          autoComplete="new-password"
          maxLength={lengthMax}
        />
        <PasswordInput
          label={t.account.confirmPassword}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={isOther ? t.account.notTheSame : null}
          autoComplete="new-password"
          maxLength={lengthMax}
        />
        <FormError error={change.error} />
        <Group>
          <Button type="submit" disabled={!isRight} loading={change.isPending}>
            {t.account.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function AccountPage() {
  const { t } = useWords();
  const session = useSession();
  const sessions = useSessions('own');
  const signOut = useSignOut();
  return (
    <Page
      title={t.layout.pages.account}
      actions={
        <Button
          variant="default"
          loading={signOut.isPending}
          onClick={() => confirmLeave(() => signOut.mutate())}
        >
          {t.layout.signOut}
        </Button>
      }
    >
      <Card title={t.account.profile}>
        <DescriptionList
          items={[
            [t.common.name, session.operator.name],
            [t.common.role, nameOf(t.names.role, session.operator.role)],
            [t.account.sessionExpires, <DateTime key="end" at={session.expires_at} />],
          ]}
        />
      </Card>
      <Card title={t.operators.sessions} note={t.account.sessionsNote}>
        <SessionsGrid query={sessions} />
      </Card>
      <SecondFactorCard />
      <ApiTokensCard />
      <Card title={t.account.password}>
        {session.weak_password && (
          <Alert color="busy" mb="md">
            {t.account.weakPassword}
          </Alert>
        )}
        <PasswordForm />
      </Card>
    </Page>
  );
}
