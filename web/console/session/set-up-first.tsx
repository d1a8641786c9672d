/** The page that an operator without a second factor sees instead of every other page, while the shop requires one. */

import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { switchLanguage } from '../../shared/words.ts';
import { SecondFactorCard } from '../pages/account/second-factor-card.tsx';
import { useWords } from '../texts/words.ts';
import { useSession } from './use-session.ts';
import { useSignOut } from './use-sign-out.ts';

function SetUpPage({ onContinue }: { readonly onContinue: () => void }) {
  const { t } = useWords();
  const { second_factor } = useSession();
  const signOut = useSignOut();
  useEffect(() => {
    document.title = `${t.secondFactor.mustSetUp} · Photokiosk`;
  }, [t]);
  return (
    <main className="set-up">
      <Stack gap="lg">
        <div>
          <Title order={1} size="h2">
            {t.secondFactor.mustSetUp}
          </Title>
          <Text c="dimmed">{t.secondFactor.mustSetUpNote}</Text>
        </div>
        <SecondFactorCard />
        <Button disabled={second_factor !== 'on'} onClick={onContinue}>
          {t.secondFactor.continue}
        </Button>
        <Group justify="space-between">
          <Anchor component="button" size="sm" onClick={() => signOut.mutate()}>
            {t.layout.signOut}
          </Anchor>
          <Anchor component="button" size="sm" onClick={switchLanguage}>
            {t.layout.otherLanguage}
          </Anchor>
        </Group>
      </Stack>
    </main>
  );
}

export function SetUpFirst({ children }: { readonly children: ReactNode }) {
  const { second_factor } = useSession();
  const [isSettingUp, setIsSettingUp] = useState(false);
  if (second_factor === 'must_be_set_up' && !isSettingUp) setIsSettingUp(true);
  // Stay until the operator continues: the page shows the recovery codes after the second factor is on.
  if (isSettingUp) return <SetUpPage onContinue={() => setIsSettingUp(false)} />;
  return children;
}
