/** An error as text, with a button that tries again. */

import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { errorText } from '../format/error-text.ts';
import { useWords } from '../texts/words.ts';

export function ErrorAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useWords();
  return (
    <Alert color="bad" role="alert" icon={<IconAlertTriangle aria-hidden />} title={errorText(error)}>
      {onRetry !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.common.retry}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
