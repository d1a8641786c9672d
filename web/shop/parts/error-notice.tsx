/** Shows an error as a text, with a button to try again if a new try may help. */

import { asApiError } from '../../shared/api/as-api-error.ts';
import { errorText } from '../texts/error-text.ts';
import { useWords } from '../texts/words.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  readonly title?: string | undefined;
  readonly retry?: (() => void) | undefined;
}

export function ErrorNotice({ error, title, retry }: ErrorNoticeProps) {
  const { t, language } = useWords();
  const button =
    retry === undefined ? undefined : (
      <button type="button" className="button small" onClick={retry}>
        {t.again}
      </button>
    );
  const text = errorText(asApiError(error), t, language);
  return <Notice tone="bad" title={title ?? t.errorTitle} actions={button} text={text} />;
}
