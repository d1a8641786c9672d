/** Short messages in the corner. */

import { notifications } from '@mantine/notifications';
import { t } from '../texts/t.ts';
import { errorWords } from './error-words.ts';

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
