/** What is known of the chosen photo so far, in words; changes are read out. */

import { isFinalRefusal } from '../../shared/api/api-error.ts';
import { photoWord } from '../../shared/photo-words.ts';
import type { Photo } from '../hooks/use-photo.ts';
import { useWords } from '../texts/words.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Notice } from './notice.tsx';

/** A code of a newer service has no text here, and shows nothing. */
function Warnings({ codes }: { readonly codes: readonly string[] }) {
  const { language } = useWords();
  return codes.map((code) => {
    const text = photoWord(code, language);
    return text === null ? null : <Notice key={code} tone="calm" text={text} />;
  });
}

export function PhotoStatus({ photo: { state, retry } }: { readonly photo: Photo }) {
  const { t, language } = useWords();
  switch (state.kind) {
    case 'none':
      return null;
    case 'looking':
      return <Notice tone="busy" text={t.looking} />;
    case 'refused':
      return <Notice tone="bad" text={t.refusals[state.why]} />;
    case 'failed':
      return <ErrorNotice error={state.error} retry={isFinalRefusal(state.error) ? undefined : retry} />;
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
        return <Notice tone="bad" text={photoWord(verdict.reason, language) ?? t.errors.unusable_image} />;
      }
      return (
        <>
          <Notice tone="good" text={verdict.kind === 'good' ? t.photoFine : t.photoSent} />
          {verdict.kind === 'unknown' && photo.coarse && <Notice tone="calm" text={t.coarse} />}
          {verdict.kind === 'good' && <Warnings codes={verdict.warnings} />}
        </>
      );
    }
  }
}
