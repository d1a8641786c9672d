/** An error in words, with a button to try again where that may help. */

import type { ShopError } from '../api/shop-error.ts';
import { errorWord } from '../texts/error-words.ts';
import { useWords } from '../texts/language.ts';
import { Notice } from './notice.tsx';

interface ErrorNoticeProps {
  readonly error: ShopError;
  readonly title?: string | undefined;
  readonly retry?: (() => void) | undefined;
}

export function ErrorNotice({ error, title, retry }: ErrorNoticeProps) {
  const words = useWords();
  const button =
    retry === undefined ? undefined : (
      <button type="button" className="button small" onClick={retry}>
        {words.t.again}
      </button>
    );
  return (
    <Notice tone="bad" title={title ?? words.t.errorTitle} actions={button} text={errorWord(error, words)} />
  );
}
