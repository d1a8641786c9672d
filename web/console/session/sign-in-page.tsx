/** Shown in the place of whatever page was asked for; its address stays, so that signing in leads back to it. */

import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { keepCsrfToken, post } from '../api/call.ts';
import { setSession } from '../api/query-client.ts';
import type { Session } from '../api/types.ts';
import { errorWords } from '../format/error-text.ts';
import { chooseLanguage, language, t } from '../texts/words.ts';

function signInWords(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return t('The name or the password is wrong.');
  if (error instanceof ApiError && error.status === 429) {
    return t('Too many wrong attempts. Try again in {seconds} seconds.', {
      seconds: error.retryAfterS ?? 60,
    });
  }
  return errorWords(error);
}

export function SignInPage() {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = `${t('Sign in')} · Photokiosk`;
  }, []);
  const signIn = useMutation({
    mutationFn: () => post<Session>('session', { name: name.trim(), password }),
    onSuccess: (session) => {
      keepCsrfToken(session.csrf_token);
      setSession(session);
    },
    onError: () => passwordField.current?.select(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate();
  };
  return (
    <main className="sign-in">
      <Paper component="form" className="sign-in-card" withBorder radius="lg" p="xl" onSubmit={submit}>
        <Stack gap="md">
          <div>
            <img src="/icons/photokiosk.svg" alt="" width="48" height="48" />
            <Title order={1} size="h2">
              Photokiosk
            </Title>
            <Text c="dimmed">{t('The operator’s console')}</Text>
          </div>
          {signIn.isError && (
            <Alert color="red" role="alert">
              {signInWords(signIn.error)}
            </Alert>
          )}
          <TextInput
            label={t('Name')}
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
            label={t('Password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" fullWidth loading={signIn.isPending}>
            {t('Sign in')}
          </Button>
        </Stack>
      </Paper>
      <Anchor component="button" size="sm" onClick={() => chooseLanguage(language === 'zh' ? 'en' : 'zh')}>
        {language === 'zh' ? 'English' : '中文'}
      </Anchor>
    </main>
  );
}
