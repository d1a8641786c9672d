/** What the page says of a photo from which the picture can be made, and which of its weaknesses it names. */

import { photoWord } from '../../shared/photo-words.ts';
import { useWords } from '../texts/words.ts';
import type { PhotoVerdict } from './check-photo.ts';

export interface PassedTexts {
  readonly headline: string;
  /** `calm`: the photo has weaknesses, so the headline does not praise it. */
  readonly tone: 'good' | 'calm';
  /** One sentence for each weakness. One that only a newer service knows has no text and is left out. */
  readonly weaknesses: readonly string[];
}

export function usePassedTexts(verdict: Exclude<PhotoVerdict, { kind: 'bad' }>): PassedTexts {
  const { t, language } = useWords();
  if (verdict.kind !== 'good') return { headline: t.photoSent, tone: 'good', weaknesses: [] };
  const weaknesses = verdict.warnings
    .map((code) => photoWord(code, language))
    .filter((sentence) => sentence !== null);
  return weaknesses.length === 0
    ? { headline: t.photoFine, tone: 'good', weaknesses }
    : { headline: t.photoDoubtful, tone: 'calm', weaknesses };
}
