/** Shows what is known about the chosen photo so far. Screen readers read changes aloud. */

import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { photoWord } from '../../shared/photo-words.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import type { PhotoVerdict } from './check-photo.ts';
import type { Photo } from './use-photo.ts';
import { useRefusalTexts } from './use-refusal-texts.ts';

/**
 * Shows the warnings. For a code that only a newer version of the service sends, the page has no text and shows
 * nothing.
 */
function Warnings({ codes }: { readonly codes: readonly string[] }) {
  const { language } = useWords();
  return codes.map((code) => {
    const text = photoWord(code, language);
    return text === null ? null : <Notice key={code} tone="calm" text={text} />;
  });
}

function BadPhoto({ verdict }: { readonly verdict: Extract<PhotoVerdict, { kind: 'bad' }> }) {
  return <Notice tone="bad" text={useRefusalTexts(verdict)} />;
}

export function PhotoStatus({ photo: { state, retry } }: { readonly photo: Photo }) {
  const { t } = useWords();
  switch (state.kind) {
    case 'none':
      return null;
    case 'inspecting':
      return <Notice tone="busy" text={t.inspecting} />;
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
      if (verdict.kind === 'bad') return <BadPhoto verdict={verdict} />;
      return (
        <>
          <Notice tone="good" text={verdict.kind === 'good' ? t.photoFine : t.photoSent} />
          {verdict.kind === 'unknown' && photo.isSmall && <Notice tone="calm" text={t.smallPhoto} />}
          {verdict.kind === 'good' && <Warnings codes={verdict.warnings} />}
        </>
      );
    }
  }
}
