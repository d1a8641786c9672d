/** An error in words, with a button to try again where that may help. */

import type { ApiError } from '../../shared/api/api-error.ts';
import { errorWord } from '../texts/error-words.ts';
import { useWords } from '../texts/words.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: ApiError;
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
  return (
    <Notice tone="bad" title={title ?? t.errorTitle} actions={button} text={errorWord(error, t, language)} />
  );
}
