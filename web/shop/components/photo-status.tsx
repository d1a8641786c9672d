/** What is known of the chosen photo so far, in words; changes are read out. */

import { type Remark, remarkWord } from '../../shared/fail-words.ts';
import { isFinal } from '../api/shop-error.ts';
import type { Photo } from '../hooks/use-photo.ts';
import { useWords, type Words } from '../texts/language.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';

function Warnings({ words, list }: { readonly words: Words; readonly list: readonly Remark[] }) {
  return list.map((warning) => (
    <Notice key={warning.code} tone="calm" text={remarkWord(warning, words.language)} />
  ));
}

export function PhotoStatus({ photo: { state, retry } }: { readonly photo: Photo }) {
  const words = useWords();
  const { t, language } = words;
  switch (state.kind) {
    case 'none':
      return null;
    case 'looking':
      return <Notice tone="busy" text={t.looking} />;
    case 'refused':
      return <Notice tone="bad" text={t.refusals[state.why]} />;
    case 'failed':
      return <ErrorNotice error={state.error} retry={isFinal(state.error) ? undefined : retry} />;
    case 'sending':
      return (
        <div className="sending" role="status">
          <p>{t.sending(Math.round(state.fraction * 100))}</p>
          <progress value={state.fraction} aria-label={t.progress} />
        </div>
      );
    case 'checking':
      return <Notice tone="busy" text={t.checking} />;
    case 'sent': {
      const { verdict, photo } = state;
      if (verdict.kind === 'bad') {
        return <Notice tone="bad" text={remarkWord(verdict.remark, language) || t.errors.unusable_image} />;
      }
      return (
        <>
          <Notice tone="good" text={verdict.kind === 'good' ? t.photoFine : t.photoSent} />
          {verdict.kind === 'unknown' && photo.coarse && <Notice tone="calm" text={t.coarse} />}
          {verdict.kind === 'good' && <Warnings words={words} list={verdict.warnings} />}
        </>
      );
    }
  }
}
