/** Why the picture cannot be made from a photo, and the sizes of the shop's list for which the photo works. */

import { photoWord } from '../../shared/photo-words.ts';
import { hiddenSizes } from '../documents/listed-sizes.ts';
import { useDocuments } from '../documents/use-documents.ts';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import type { PhotoVerdict } from './check-photo.ts';

/** A size that only a newer service has is shown by its code, because this page has no name for it. */
function nameOfSize(size: string, t: Texts): string {
  const names: Readonly<Record<string, string>> = t.sizes;
  return names[size] ?? size;
}

/** @returns one or two sentences. */
export function useRefusalTexts({ reason, sizes }: Extract<PhotoVerdict, { kind: 'bad' }>): string[] {
  const { t, language } = useWords();
  const documents = useDocuments(sizes.length > 0) ?? [];
  const hidden = hiddenSizes(documents);
  const names = sizes.filter((size) => !hidden.has(size)).map((size) => nameOfSize(size, t));
  const why = photoWord(reason, language) ?? t.errors.unusable_image;
  return names.length === 0 ? [why] : [why, t.otherSizesWork(names.join(t.listComma))];
}
