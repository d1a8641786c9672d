/** The second step of a sign-in: a code of the authenticator app, a recovery code or a passkey. */

import { Anchor, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { post } from '../api/call.ts';
import type { SecondFactorNeeded, Session } from '../api/types.ts';
import { FormError } from '../components/form-error.tsx';
import { useWords } from '../texts/words.ts';
import { passkeysAreSupported, signWithPasskey } from './passkeys.ts';
import { proofErrorText } from './proof-error-text.ts';

interface SecondFactorFormProps {
  readonly needed: SecondFactorNeeded;
  readonly onSession: (session: Session) => void;
  readonly onError: (error: unknown) => void;
  readonly onBack: () => void;
}

async function finishWithPasskey(): Promise<Session> {
  return post<Session>('session/passkey', await signWithPasskey(await post('session/passkey_options')));
}

export function SecondFactorForm({ needed, onSession, onError, onBack }: SecondFactorFormProps) {
  const { t } = useWords();
  const hasPasskey = needed.passkey && passkeysAreSupported();
  const [kind, setKind] = useState<'app' | 'recovery'>(needed.authenticator_app ? 'app' : 'recovery');
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const finish = useMutation({
    mutationFn: (by: 'code' | 'passkey') =>
      by === 'passkey' ? finishWithPasskey() : post<Session>('session/code', { code: code.trim() }),
    onSuccess: onSession,
    onError(error) {
      setCode('');
      field.current?.focus();
      onError(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!finish.isPending && code.trim() !== '') finish.mutate('code');
  };
  const other = kind === 'app' ? 'recovery' : 'app';
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FormError error={finish.error} textOf={proofErrorText} />
        {hasPasskey && (
          <>
            <Text size="sm">{t.secondFactor.confirmWithPasskey}</Text>
            <Button fullWidth loading={finish.isPending} onClick={() => finish.mutate('passkey')}>
              {t.secondFactor.usePasskey}
            </Button>
            <Divider label={t.secondFactor.or} />
          </>
        )}
        <Text size="sm">{kind === 'app' ? t.secondFactor.enterCode : t.secondFactor.enterRecovery}</Text>
        <TextInput
          key={kind}
          ref={field}
          label={kind === 'app' ? t.secondFactor.code : t.secondFactor.recoveryCode}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          autoFocus
        />
        <Button
          type="submit"
          fullWidth
          variant={hasPasskey ? 'default' : 'filled'}
          disabled={code.trim() === ''}
          loading={finish.isPending}
        >
          {t.secondFactor.verify}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            {t.secondFactor.back}
          </Anchor>
          {needed.authenticator_app && (
            <Anchor component="button" type="button" size="sm" onClick={() => setKind(other)}>
              {kind === 'app' ? t.secondFactor.useRecovery : t.secondFactor.useApp}
            </Anchor>
          )}
        </Group>
      </Stack>
    </form>
  );
}
