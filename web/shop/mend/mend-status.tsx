/** What the service makes of the strokes so far. Screen readers read changes aloud. */

import { photoWord } from '../../shared/photo-words.ts';
import { useWords } from '../texts/words.ts';
import type { MendedCover } from './use-mended-cover.ts';

interface MendStatusProps {
  readonly cover: MendedCover;
  /** Whether the last stroke was not accepted, because there are too many. */
  readonly isFull: boolean;
}

export function MendStatus({ cover: { status, retry }, isFull }: MendStatusProps) {
  const { t, language } = useWords();
  function words(): string {
    if (isFull) return t.mendFull;
    if (status.kind === 'first') return '';
    if (status.kind === 'checking') return t.mendChecking;
    const { verdict } = status;
    switch (verdict.kind) {
      case 'good':
        return t.mendGood;
      case 'bad':
        return photoWord(verdict.reason, language) ?? t.errors.unusable_image;
      case 'gone':
        return t.errors.upload_expired;
      case 'unknown':
        return t.mendFailed;
    }
  }
  const hasFailed = !isFull && status.kind === 'checked' && status.verdict.kind === 'unknown';
  const isBad = isFull || (status.kind === 'checked' && status.verdict.kind !== 'good');
  return (
    <div className={`mend-status ${isBad ? 'bad' : status.kind}`}>
      <p role="status">{words()}</p>
      {hasFailed && (
        <button type="button" className="button quiet small" onClick={retry}>
          {t.again}
        </button>
      )}
    </div>
  );
}
