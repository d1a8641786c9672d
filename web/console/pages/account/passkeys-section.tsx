/** The operator's passkeys: list, add and remove. */

import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OwnPasskey, SecondFactors } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { CancelButton } from '../../components/cancel-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { passkeysAreSupported } from '../../session/passkeys.ts';
import { proofErrorText } from '../../session/proof-error-text.ts';
import { useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { secondFactorCalls, useSecondFactorsChanged } from './second-factor-api.ts';

type OnCodes = (codes: readonly string[] | null) => void;

function AddPasskeyDialog({ onCodes, onClose }: { readonly onCodes: OnCodes; readonly onClose: () => void }) {
  const { t } = useWords();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => secondFactorCalls.addPasskey(name.trim()),
    onSuccess({ recovery_codes }) {
      showSuccess(t.secondFactor.passkeyAdded);
      onClose();
      onCodes(recovery_codes);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending && name.trim() !== '') add.mutate();
  };
  return (
    <Dialog title={t.secondFactor.addPasskey} onClose={onClose} isBusy={add.isPending}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t.secondFactor.passkeyName}
            description={t.secondFactor.passkeyNameNote}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={64}
            autoComplete="off"
            data-autofocus
          />
          <FormError error={add.error} textOf={proofErrorText} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" disabled={name.trim() === ''} loading={add.isPending}>
              {t.secondFactor.addPasskey}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: OwnPasskey }) {
  const { t } = useWords();
  const changed = useSecondFactorsChanged();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, name } = passkey;
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Text size="sm" className="untrusted-text">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t.secondFactor.added} <DateTime at={passkey.created_at} style="day" /> ·{' '}
          {passkey.used_at === null ? (
            t.secondFactor.neverUsed
          ) : (
            <>
              {t.secondFactor.lastUse} <DateTime at={passkey.used_at} />
            </>
          )}
        </Text>
      </div>
      <Button size="xs" variant="default" className="no-shrink" onClick={() => setIsRemoving(true)}>
        {t.secondFactor.removeApp}
      </Button>
      {isRemoving && (
        <ActionDialog
          reason="none"
          isDangerous
          title={t.secondFactor.removePasskeyTitle(name)}
          confirmLabel={t.secondFactor.removeApp}
          act={() => secondFactorCalls.removePasskey(id)}
          onDone={changed}
          doneMessage={t.secondFactor.passkeyRemoved}
          onClose={() => setIsRemoving(false)}
        >
          {t.secondFactor.removePasskeyText}
        </ActionDialog>
      )}
    </Group>
  );
}

interface PasskeysSectionProps {
  readonly factors: SecondFactors;
  readonly onCodes: OnCodes;
}

/** Returns why no passkey can be added in this browser or on this page; null if one can be added. */
function useObstacle({ passkeys_possible }: SecondFactors): string | null {
  const { t } = useWords();
  const { shop } = useSession();
  const { origin } = new URL(shop.public_url);
  if (!passkeys_possible) return t.secondFactor.passkeysNotHere;
  if (origin !== location.origin) return t.secondFactor.passkeyElsewhere(origin);
  return passkeysAreSupported() ? null : t.secondFactor.passkeysNotInBrowser;
}

export function PasskeysSection({ factors, onCodes }: PasskeysSectionProps) {
  const { t } = useWords();
  const [isAdding, setIsAdding] = useState(false);
  const obstacle = useObstacle(factors);
  return (
    <section>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className="factor-text">
          <Title order={3} size="h6">
            {t.secondFactor.passkeys}
          </Title>
          <Text size="xs" c="dimmed">
            {obstacle ?? t.secondFactor.passkeysNote}
          </Text>
        </div>
        {obstacle === null && (
          <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
            {t.secondFactor.addPasskey}
          </Button>
        )}
      </Group>
      <Stack gap="xs" mt="xs">
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Stack>
      {isAdding && <AddPasskeyDialog onCodes={onCodes} onClose={() => setIsAdding(false)} />}
    </section>
  );
}
