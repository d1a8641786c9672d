/** Short messages in the corner. */

import { notifications } from '@mantine/notifications';
import { t } from '../texts/words.ts';
import { errorWords } from '../format/error-text.ts';

const closeLabel = () => ({ 'aria-label': t('Close') });

export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', closeButtonProps: closeLabel() });
}

export function notifyProblem(error: unknown): void {
  notifications.show({
    message: errorWords(error),
    color: 'red',
    closeButtonProps: closeLabel(),
    autoClose: 10_000,
  });
}
