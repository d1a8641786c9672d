/** The operator's second factors: authenticator app, passkeys and recovery codes. */

import { Alert, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AppSetUp, SecondFactors } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { Card } from '../../layout/card.tsx';
import { useWords } from '../../texts/words.ts';
import { PasskeysSection } from './passkeys-section.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { secondFactorCalls, useSecondFactors, useSecondFactorsChanged } from './second-factor-api.ts';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';

/** With fewer unused recovery codes the page asks the operator to make new ones. */
const fewCodes = 3;

interface SectionProps {
  readonly title: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, note, children }: SectionProps) {
  return (
    <Group component="section" justify="space-between" align="flex-start" gap="xs">
      <div className="factor-text">
        <Title order={3} size="h6">
          {title}
        </Title>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </div>
      {children}
    </Group>
  );
}

interface FactorProps {
  readonly factors: SecondFactors;
  /** @param codes recovery codes to show; null: no new codes were made. */
  readonly onCodes: (codes: readonly string[] | null) => void;
}

function AppSection({ factors, onCodes }: FactorProps) {
  const { t } = useWords();
  const changed = useSecondFactorsChanged();
  const [setUp, setSetUp] = useState<AppSetUp | null>(null);
  const [isRemoving, setIsRemoving] = useState(false);
  const begin = useMutation({
    mutationFn: secondFactorCalls.beginApp,
    onSuccess: setSetUp,
    onError: showError,
  });
  const since = factors.authenticator_app_since;
  return (
    <Section
      title={t.secondFactor.app}
      note={
        since === null ? (
          t.secondFactor.appNote
        ) : (
          <>
            {t.secondFactor.appSince} <DateTime at={since} />
          </>
        )
      }
    >
      {since === null ? (
        <Button size="xs" loading={begin.isPending} onClick={() => begin.mutate()}>
          {t.secondFactor.setUpApp}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => setIsRemoving(true)}>
          {t.secondFactor.removeApp}
        </Button>
      )}
      {setUp !== null && (
        <SetUpAppDialog
          setUp={setUp}
          onClose={() => setSetUp(null)}
          onDone={(codes) => {
            setSetUp(null);
            showSuccess(t.secondFactor.appIsOn);
            onCodes(codes);
          }}
        />
      )}
      {isRemoving && (
        <ActionDialog
          reason="none"
          isDangerous
          title={t.secondFactor.removeAppTitle}
          confirmLabel={t.secondFactor.removeApp}
          act={secondFactorCalls.removeApp}
          onDone={changed}
          doneMessage={t.secondFactor.appRemoved}
          onClose={() => setIsRemoving(false)}
        >
          {t.secondFactor.removeAppText}
        </ActionDialog>
      )}
    </Section>
  );
}

function RecoverySection({ factors, onCodes }: FactorProps) {
  const { t } = useWords();
  const [isMaking, setIsMaking] = useState(false);
  const left = factors.recovery_codes_left;
  return (
    <Section title={t.secondFactor.recoveryCodes} note={t.secondFactor.recoveryNote}>
      <Group gap="xs">
        <Badge variant="light" color={left < fewCodes ? 'busy' : 'quiet'} className="word-badge">
          {t.secondFactor.codesLeft(left)}
        </Badge>
        <Button size="xs" variant="default" onClick={() => setIsMaking(true)}>
          {t.secondFactor.makeCodes}
        </Button>
      </Group>
      {isMaking && (
        <ActionDialog
          reason="none"
          title={t.secondFactor.makeCodesTitle}
          confirmLabel={t.secondFactor.makeCodes}
          act={secondFactorCalls.renewCodes}
          onDone={({ recovery_codes }) => onCodes(recovery_codes)}
          doneMessage={t.secondFactor.codesMade}
          onClose={() => setIsMaking(false)}
        >
          {t.secondFactor.makeCodesText}
        </ActionDialog>
      )}
    </Section>
  );
}

export function SecondFactorCard() {
  const { t } = useWords();
  const query = useSecondFactors();
  const changed = useSecondFactorsChanged();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // Fetch the second factors again only after the operator has saved the new codes. The fetch can close the page
  // that requires a second factor, and with it the dialog that shows the codes.
  const onCodes = (made: readonly string[] | null) => {
    if (made === null) changed();
    else setCodes(made);
  };
  return (
    <Card title={t.secondFactor.title} note={t.secondFactor.note}>
      <QueryResult query={query}>
        {(factors) => {
          const isOn = factors.authenticator_app_since !== null || factors.passkeys.length > 0;
          return (
            <Stack gap="md">
              {!isOn && <Alert color="busy">{t.secondFactor.isOff}</Alert>}
              {isOn && factors.recovery_codes_left < fewCodes && (
                <Alert color="busy">{t.secondFactor.fewCodes}</Alert>
              )}
              <AppSection factors={factors} onCodes={onCodes} />
              <PasskeysSection factors={factors} onCodes={onCodes} />
              {isOn && <RecoverySection factors={factors} onCodes={onCodes} />}
            </Stack>
          );
        }}
      </QueryResult>
      {codes !== null && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            changed();
          }}
        />
      )}
    </Card>
  );
}
