/** Short messages in the corner of the page. */

import { notifications } from '@mantine/notifications';
import { errorText } from '../format/error-text.ts';
import { words } from '../texts/words.ts';

/** Errors and warnings stay longer than successes: they say what to do. */
const errorShownMs = 10_000;

function closeButton() {
  return { 'aria-label': words().t.common.close };
}

export function showSuccess(message: string): void {
  notifications.show({ message, color: 'good', closeButtonProps: closeButton() });
}

/** For what worked only in part. */
export function showWarning(message: string): void {
  notifications.show({
    message,
    color: 'busy',
    closeButtonProps: closeButton(),
    autoClose: errorShownMs,
  });
}

export function showError(error: unknown): void {
  notifications.show({
    message: errorText(error),
    color: 'bad',
    closeButtonProps: closeButton(),
    autoClose: errorShownMs,
  });
}
