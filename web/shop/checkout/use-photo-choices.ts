/** The choices of an ID photo's form: purpose, background, crop and correction. Every change is stored as a draft. */

import { useEffect, useState } from 'react';
import type { Good } from '../api/types.ts';
import type { PhotoChoices, Purpose } from '../documents/purpose.ts';
import { useDocuments } from '../documents/use-documents.ts';
import { type FormDraft, saveDraft } from './form-draft.ts';

const oneInch: Purpose = { kind: 'size', size: 'one_inch' };

/** @param withSize whether the good is sold in several sizes. */
export function usePhotoChoices(good: Good, draft: FormDraft, withSize: boolean) {
  const documents = useDocuments(withSize);
  const [chosen, setChosen] = useState(draft);
  const { color, purpose: kind, size, document: id, custom, cropOnly, corrected } = chosen;
  useEffect(() => {
    saveDraft(good.id, { color, purpose: kind, size, document: id, custom, cropOnly, corrected });
  }, [good, color, kind, size, id, custom, cropOnly, corrected]);
  const change = (changes: Partial<FormDraft>) => setChosen((known) => ({ ...known, ...changes }));
  const document = documents?.find((each) => each.id === id);
  const purpose = purposeOf();
  function purposeOf(): Purpose {
    if (kind === 'size') return { kind, size };
    if (kind === 'custom') return { kind, custom };
    // If the document is no longer sold, the customer chooses again.
    return kind === 'document' && document !== undefined ? { kind, document } : { kind: 'none' };
  }
  const choices: PhotoChoices = {
    purpose: withSize ? purpose : oneInch,
    background: color,
    isCropOnly: withSize && cropOnly,
    isCorrected: withSize && corrected,
  };
  return {
    choices,
    documents: documents ?? [],
    custom,
    /** Whether the list of documents must still load before the document of an earlier visit can be shown. */
    isLoading: withSize && kind === 'document' && documents === null,
    setBackground: (background: string) => change({ color: background }),
    setCropOnly: (isCropOnly: boolean) => change({ cropOnly: isCropOnly }),
    setCorrected: (isCorrected: boolean) => change({ corrected: isCorrected }),
    setPurpose(next: Purpose) {
      switch (next.kind) {
        case 'none':
          return change({ purpose: 'none' });
        case 'size':
          return change({ purpose: 'size', size: next.size });
        case 'document':
          return change({ purpose: 'document', document: next.document.id });
        case 'custom':
          return change({ purpose: 'custom', custom: next.custom });
      }
    },
  };
}

export type UsedPhotoChoices = ReturnType<typeof usePhotoChoices>;
