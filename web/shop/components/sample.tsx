/** What is laid on a background colour: the customer's cut person, or a drawing as long as there is none. */

import type { IdPhotoSizeName } from '../texts/size-words.ts';
import { Figure } from './figure.tsx';

interface SampleProps {
  readonly size: IdPhotoSizeName;
  /** The service's `preview` of this size; null: none, or not yet. */
  readonly preview: string | null;
  /** Of the person; the drawing is an ornament. */
  readonly alt: string;
}

export function Sample({ size, preview, alt }: SampleProps) {
  return preview === null ? <Figure size={size} /> : <img className="cut" src={preview} alt={alt} />;
}
