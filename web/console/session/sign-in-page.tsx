/**
 * The sign-in form. It takes the place of the requested page, or covers it, and the address of the page stays, so signing
 * in leads to that page.
 */

import { Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../client/src/api-error.ts';
import { switchLanguage } from '../../shared/words.ts';
import { post, setCsrfToken } from '../api/call.ts';
import { beginSession } from '../api/query-client.ts';
import type { SecondFactorNeeded, Session, SignInAnswer } from '../api/types.ts';
import { FormError } from '../components/form-error.tsx';
import { errorText, retryAfterSeconds } from '../format/error-text.ts';
import { useWords, words } from '../texts/words.ts';
import { PasskeyCancelled, passkeysWorkHere, signWithPasskey } from './passkeys.ts';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Whether the pending sign-in has ended, because the second factor came too late. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'sign_in_expired';
}

function signInErrorText(error: unknown): string {
  const { t } = words();
  if (isExpired(error)) return t.errors.reason.sign_in_expired;
  if (error instanceof PasskeyCancelled) return t.secondFactor.passkeyCancelled;
  if (error instanceof ApiError && error.reason === 'unusable_passkey') return errorText(error);
  if (error instanceof ApiError && error.status === 401) return t.errors.reason.wrong_password;
  if (error instanceof ApiError && error.status === 429) {
    return t.account.tooManyAttempts(retryAfterSeconds(error));
  }
  return errorText(error);
}

function enter(session: Session): void {
  setCsrfToken(session.csrf_token);
  beginSession(session);
}

async function signInWithPasskeyAlone(): Promise<Session> {
  const signed = await signWithPasskey(await post('session/passkey_only_options'));
  return post<Session>('session/passkey_only', signed);
}

function SignInHead() {
  const { t } = useWords();
  return (
    <div>
      <img src="/icons/photokiosk.svg" alt="" width="48" height="48" />
      <Title order={1} size="h2">
        Photokiosk
      </Title>
      <Text c="dimmed">{t.account.operatorConsole}</Text>
    </div>
  );
}

function Note({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return <Text size="sm">{text}</Text>;
}

/** @param note why the operator has to sign in again; null: no session has ended. */
export function SignInPage({ note = null }: { readonly note?: string | null }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const titleBefore = document.title;
    document.title = `${t.account.signIn} · Photokiosk`;
    return () => {
      document.title = titleBefore;
    };
  }, [t]);
  const [needed, setNeeded] = useState<SecondFactorNeeded | null>(null);
  const [lateError, setLateError] = useState<unknown>(null);
  const signIn = useMutation({
    onMutate: () => setLateError(null),
    mutationFn: () => post<SignInAnswer>('session', { name: name.trim(), password }),
    onSuccess: (answer) => {
      if ('second_factor_needed' in answer) setNeeded(answer.second_factor_needed);
      else enter(answer);
    },
    onError: () => passwordField.current?.select(),
  });
  const signInAlone = useMutation({
    onMutate: () => setLateError(null),
    mutationFn: signInWithPasskeyAlone,
    onSuccess: enter,
    onError: setLateError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };
  const backToPassword = () => {
    setNeeded(null);
    setPassword('');
  };
  if (needed !== null) {
    return (
      <main className="sign-in">
        <Paper className="sign-in-card" withBorder radius="lg" p="xl">
          <Stack gap="md">
            <SignInHead />
            <Note text={note} />
            <SecondFactorForm
              needed={needed}
              onSession={enter}
              onBack={backToPassword}
              onError={(error) => {
                if (!isExpired(error)) return;
                backToPassword();
                setLateError(error);
              }}
            />
          </Stack>
        </Paper>
      </main>
    );
  }
  return (
    <main className="sign-in">
      <Paper component="form" className="sign-in-card" withBorder radius="lg" p="xl" onSubmit={submit}>
        <Stack gap="md">
          <SignInHead />
          <Note text={note} />
          <FormError error={lateError} textOf={signInErrorText} />
          <FormError error={signIn.error} textOf={signInErrorText} />
          {signIn.error instanceof ApiError && signIn.error.status === 401 && (
            <Text size="sm" c="dimmed">
              {t.account.forgotten}
            </Text>
          )}
          <TextInput
            label={t.common.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
            data-autofocus
            autoFocus
          />
          <PasswordInput
            ref={passwordField}
            label={t.account.password}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            {t.account.signIn}
          </Button>
          {passkeysWorkHere() && (
            <Button
              variant="default"
              fullWidth
              loading={signInAlone.isPending}
              onClick={() => signInAlone.mutate()}
            >
              {t.secondFactor.signInWithPasskey}
            </Button>
          )}
        </Stack>
      </Paper>
      {/* A change of the language would mount the covered pages again. */}
      {note === null && (
        <Anchor component="button" size="sm" onClick={switchLanguage}>
          {t.layout.otherLanguage}
        </Anchor>
      )}
    </main>
  );
}
