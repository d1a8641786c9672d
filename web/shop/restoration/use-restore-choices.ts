/** What the customer chooses in addition to the restoration of an old photo. Every change is stored as a draft. */

import { useState } from 'react';
import type { Good } from '../api/types.ts';
import { type FormDraft, saveDraft } from '../checkout/form-draft.ts';
import type { Texts } from '../texts/en.ts';

export interface RestoreChoices {
  readonly isColourised: boolean;
  readonly isEnlarged: boolean;
}

export interface UsedRestoreChoices extends RestoreChoices {
  setColourised(isColourised: boolean): void;
  setEnlarged(isEnlarged: boolean): void;
}

export function useRestoreChoices(good: Good, draft: FormDraft): UsedRestoreChoices {
  const [isColourised, setColourised] = useState(draft.colourised);
  const [isEnlarged, setEnlarged] = useState(draft.enlarged);
  return {
    isColourised,
    isEnlarged,
    setColourised(colourised) {
      setColourised(colourised);
      saveDraft(good.id, { colourised });
    },
    setEnlarged(enlarged) {
      setEnlarged(enlarged);
      saveDraft(good.id, { enlarged });
    },
  };
}

/** The parameters of the order and of `check_photo`, besides the photo. */
export function restoreParameters({ isColourised, isEnlarged }: RestoreChoices) {
  return { colour: isColourised ? 1 : 0, enlarge: isEnlarged ? 1 : 0 };
}

export function restoreTexts({ isColourised, isEnlarged }: RestoreChoices, t: Texts): string[] {
  return [...(isColourised ? [t.colourised] : []), ...(isEnlarged ? [t.enlarged] : [])];
}
