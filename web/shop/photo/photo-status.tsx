/** Shows what is known about the chosen photo so far. Screen readers read changes aloud. */

import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { photoWord } from '../../shared/photo-words.ts';
import { hiddenSizes } from '../documents/listed-sizes.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import type { Photo } from './use-photo.ts';

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

/** A size that only a newer service has is shown by its code, because this page has no name for it. */
function nameOfSize(size: string, t: Texts): string {
  const names: Readonly<Record<string, string>> = t.sizes;
  return names[size] ?? size;
}

/** Names the sizes of the shop's list at which the photo works. */
function BadPhoto({ why, sizes }: { readonly why: string; readonly sizes: readonly string[] }) {
  const { t } = useWords();
  const documents = useDocuments(sizes.length > 0) ?? [];
  const hidden = hiddenSizes(documents);
  const names = sizes.filter((size) => !hidden.has(size)).map((size) => nameOfSize(size, t));
  const others = names.length === 0 ? null : t.otherSizesWork(names.join(t.listComma));
  return <Notice tone="bad" text={[why, others]} />;
}

export function PhotoStatus({ photo: { state, retry } }: { readonly photo: Photo }) {
  const { t, language } = useWords();
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
      if (verdict.kind === 'bad') {
        const why = photoWord(verdict.reason, language) ?? t.errors.unusable_image;
        return <BadPhoto why={why} sizes={verdict.sizes} />;
      }
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
