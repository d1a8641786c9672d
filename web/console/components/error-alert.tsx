/** An error in words, with the way on. */

import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../texts/words.ts';
import { errorWords } from '../format/error-text.ts';

export function ProblemAlert({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} title={errorWords(error)}>
      {onRetry !== undefined && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('Try again')}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
