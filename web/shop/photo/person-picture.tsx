/** The customer, cut out, for a background colour; a drawn person until the service has sent the cut-out. */

import type { PhotoFrame } from '../documents/purpose.ts';
import { DrawnPerson } from './drawn-person.tsx';

interface PersonPictureProps {
  readonly frame: PhotoFrame;
  /** The `preview` of `check_photo` for this size; null without one. */
  readonly preview: string | null;
  /**
   * The text alternative of the customer's picture. The drawing is decoration and has no text alternative.
   */
  readonly alt: string;
}

export function PersonPicture({ frame, preview, alt }: PersonPictureProps) {
  return preview === null ? <DrawnPerson frame={frame} /> : <img className="cut" src={preview} alt={alt} />;
}
