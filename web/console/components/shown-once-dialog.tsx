/** Shows a new password or secret, which the service never shows again. A click outside does not close the dialog. */

import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { useWords } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';

interface ShownOnceDialogProps {
  readonly title: string;
  readonly note: string;
  readonly secret: string;
  readonly onClose: () => void;
}

export function ShownOnceDialog({ title, note, secret, onClose }: ShownOnceDialogProps) {
  const { t } = useWords();
  return (
    <Dialog onClose={onClose} closesOutside={false} title={title}>
      <Stack gap="md">
        <Text size="sm">{note}</Text>
        <Code block className="made-password">
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? t.common.copied : t.common.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t.common.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
