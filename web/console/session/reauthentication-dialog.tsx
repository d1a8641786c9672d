/** Asks the operator for the password or the second factor before a powerful act. The act then continues by itself. */

import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { get, post } from '../api/call.ts';
import { answerProof, useIsProofNeeded } from '../api/reauthentication.ts';
import type { SecondFactors } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { FormError } from '../components/form-error.tsx';
import { useWords } from '../texts/words.ts';
import { passkeysAreSupported, signWithPasskey } from './passkeys.ts';
import { proofErrorText } from './proof-error-text.ts';

async function proveWithPasskey(): Promise<void> {
  const signed = await signWithPasskey(await post('session/reauthentication_options'));
  await post('session/reauthenticate_passkey', signed);
}

function ProofForm() {
  const { t } = useWords();
  const factors = useQuery({
    queryKey: ['second_factor'],
    queryFn: ({ signal }) => get<SecondFactors>('second_factor', {}, signal),
  });
  const [kind, setKind] = useState<'password' | 'code'>('password');
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const prove = useMutation({
    mutationFn: (by: 'text' | 'passkey') =>
      by === 'passkey' ? proveWithPasskey() : post<void>('session/reauthenticate', { [kind]: text }),
    onSuccess: () => answerProof(true),
    onError() {
      setText('');
      field.current?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!prove.isPending && text !== '') prove.mutate('text');
  };
  const hasPasskey = (factors.data?.passkeys.length ?? 0) > 0 && passkeysAreSupported();
  const hasApp = factors.data !== undefined && factors.data.authenticator_app_since !== null;
  const toggle = () => {
    setText('');
    setKind(kind === 'password' ? 'code' : 'password');
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t.secondFactor.confirmNote}</Text>
        <FormError error={prove.error} textOf={proofErrorText} />
        {kind === 'password' ? (
          <PasswordInput
            key="password"
            ref={field}
            label={t.account.password}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="current-password"
            maxLength={200}
            data-autofocus
          />
        ) : (
          <TextInput
            key="code"
            ref={field}
            label={t.secondFactor.code}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            autoFocus
          />
        )}
        <Group justify="space-between">
          <Group gap="md">
            {hasApp && (
              <Anchor component="button" type="button" size="sm" onClick={toggle}>
                {kind === 'password' ? t.secondFactor.useCode : t.secondFactor.usePassword}
              </Anchor>
            )}
            {hasPasskey && (
              <Anchor component="button" type="button" size="sm" onClick={() => prove.mutate('passkey')}>
                {t.secondFactor.usePasskey}
              </Anchor>
            )}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={() => answerProof(false)} disabled={prove.isPending}>
              {t.common.cancel}
            </Button>
            <Button type="submit" loading={prove.isPending} disabled={text === ''}>
              {t.secondFactor.confirm}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

export function ReauthenticationDialog() {
  const { t } = useWords();
  // At the end of the session, the acts that wait must not continue in the session of another operator.
  useEffect(() => () => answerProof(false), []);
  if (!useIsProofNeeded()) return null;
  return (
    <Dialog title={t.secondFactor.confirmTitle} onClose={() => answerProof(false)} isOnTop>
      <ProofForm />
    </Dialog>
  );
}
