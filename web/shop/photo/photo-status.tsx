/** Shows what is known about the chosen photo so far. Screen readers read changes aloud. */

import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import type { PhotoVerdict } from './check-photo.ts';
import { usePassedTexts } from './use-passed-texts.ts';
import type { Photo } from './use-photo.ts';
import { useRefusalTexts } from './use-refusal-texts.ts';

interface BadPhotoProps {
  readonly verdict: Extract<PhotoVerdict, { kind: 'bad' }>;
  readonly canMend: boolean;
}

function BadPhoto({ verdict, canMend }: BadPhotoProps) {
  const { t } = useWords();
  const why = useRefusalTexts(verdict);
  return <Notice tone="bad" text={canMend ? [...why, t.mendYourself] : why} />;
}

function PassedPhoto({ verdict }: { readonly verdict: Exclude<PhotoVerdict, { kind: 'bad' }> }) {
  const { headline, tone, weaknesses } = usePassedTexts(verdict);
  return weaknesses.length === 0 ? (
    <Notice tone={tone} text={headline} />
  ) : (
    <Notice tone={tone} title={headline} text={weaknesses} />
  );
}

interface PhotoStatusProps {
  readonly photo: Photo;
  /** Whether the customer can mend the cut-out for which the photo was refused. */
  readonly canMend: boolean;
}

export function PhotoStatus({ photo: { state, retry }, canMend }: PhotoStatusProps) {
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
      if (verdict.kind === 'bad') return <BadPhoto verdict={verdict} canMend={canMend} />;
      return (
        <>
          <PassedPhoto verdict={verdict} />
          {verdict.kind === 'unknown' && photo.isSmall && <Notice tone="calm" text={t.smallPhoto} />}
        </>
      );
    }
  }
}
