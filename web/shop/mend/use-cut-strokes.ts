/** The strokes that mend the cut-out of a form's photo. Every change is stored as a draft. */

import { useState } from 'react';
import type { Good } from '../api/types.ts';
import { type FormDraft, saveDraft } from '../checkout/form-draft.ts';
import type { CutStrokes } from './cut-strokes.ts';

export interface UsedCutStrokes {
  readonly strokes: CutStrokes | null;
  /** @param text empty: no strokes. */
  setStrokes(path: string, text: string): void;
}

export function useCutStrokes(good: Good, draft: FormDraft): UsedCutStrokes {
  const [strokes, keep] = useState(draft.strokes);
  return {
    strokes,
    setStrokes(path, text) {
      const next = text === '' ? null : { path, text };
      keep(next);
      saveDraft(good.id, { strokes: next });
    },
  };
}
