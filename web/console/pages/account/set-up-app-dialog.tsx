/** Sets up an authenticator app: shows its key as a QR code and as text, and switches it on with one of its codes. */

import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AppSetUp } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { proofErrorText } from '../../session/proof-error-text.ts';
import { useWords } from '../../texts/words.ts';
import { secondFactorCalls } from './second-factor-api.ts';

interface SetUpAppDialogProps {
  readonly setUp: AppSetUp;
  /** @param codes recovery codes to show; null: the operator has some already. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
}

/** Lines of four groups of four characters are easier to copy by hand. Apps ignore the blanks. */
function grouped(secret: string): string {
  const lines = secret.match(/.{1,16}/g) ?? [];
  return lines.map((line) => line.match(/.{1,4}/g)?.join(' ')).join('\n');
}

export function SetUpAppDialog({ setUp, onDone, onClose }: SetUpAppDialogProps) {
  const { t } = useWords();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => secondFactorCalls.confirmApp(code.replaceAll(/\s/g, '')),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending && code.trim() !== '') confirm.mutate();
  };
  return (
    <Dialog
      title={t.secondFactor.setUpApp}
      onClose={onClose}
      isBusy={confirm.isPending}
      closesOutside={false}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t.secondFactor.scan}</Text>
          <QrCode text={setUp.address} label={t.secondFactor.qrCode} brokenText={t.secondFactor.qrBroken} />
          <div>
            <Text size="sm">{t.secondFactor.orType}</Text>
            <Code block className="app-key">
              {grouped(setUp.secret)}
            </Code>
          </div>
          <TextInput
            label={t.secondFactor.thenCode}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            data-autofocus
          />
          <FormError error={confirm.error} textOf={proofErrorText} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button type="submit" disabled={code.trim() === ''} loading={confirm.isPending}>
              {t.secondFactor.confirmApp}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
