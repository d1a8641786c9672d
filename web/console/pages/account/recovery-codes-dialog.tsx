/** Shows new recovery codes once. */

import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useWords } from '../../texts/words.ts';

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useWords();
  return (
    <Dialog title={t.secondFactor.recoveryCodes} onClose={onClose} closesOutside={false}>
      <Stack gap="md">
        <Text size="sm">{t.secondFactor.saveCodes}</Text>
        <ol className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t.common.copied : t.common.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t.secondFactor.codesSaved}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
