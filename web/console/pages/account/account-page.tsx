/** One's own password and sessions. */

import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { errorWords } from '../../format/error-text.ts';
import { Facts } from '../../components/description-list.tsx';
import { notifyDone } from '../../components/toast.ts';
import { When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { t, wordOf } from '../../texts/words.ts';
import { roleWords } from '../../texts/names-old.ts';
import { operatorCalls, useOperatorsChanged, useSessions } from '../operators/operators-api.ts';
import { SessionsGrid } from '../operators/sessions-grid.tsx';

const lengthMin = 10;
const lengthMax = 200;

function PasswordForm() {
  const changed = useOperatorsChanged();
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
      notifyDone(t('The password is changed. Your other sessions have ended.'));
    },
  });
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
          label={t('Old password')}
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
          autoComplete="current-password"
          maxLength={lengthMax}
        />
        <PasswordInput
          label={t('New password')}
          description={t('At least {count} characters. A few words in a row are good.', { count: lengthMin })}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          error={isShort ? t('Too short') : null}
          autoComplete="new-password"
          maxLength={lengthMax}
        />
        <PasswordInput
          label={t('New password again')}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          error={isOther ? t('Not the same') : null}
          autoComplete="new-password"
          maxLength={lengthMax}
        />
        {change.isError && (
          <Alert color="red" role="alert">
            {errorWords(change.error)}
          </Alert>
        )}
        <Group>
          <Button type="submit" disabled={!isRight} loading={change.isPending}>
            {t('Change password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function AccountPage() {
  const session = useSession();
  const sessions = useSessions('own');
  const signOut = useSignOut();
  return (
    <Page
      title={t('My account')}
      actions={
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('Sign out')}
        </Button>
      }
    >
      <Card title={t('Who I am')}>
        <Facts
          facts={[
            [t('Name'), session.operator.name],
            [t('Role'), wordOf(roleWords, session.operator.role)],
            [t('This session ends'), <When key="end" at={session.expires_at} />],
          ]}
        />
      </Card>
      <Card title={t('My sessions')} note={t('End those that you do not know, then change your password.')}>
        <SessionsGrid query={sessions} />
      </Card>
      <Card title={t('Password')}>
        <PasswordForm />
      </Card>
    </Page>
  );
}
