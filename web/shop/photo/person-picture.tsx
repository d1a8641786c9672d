/** The customer, cut out, for a background colour; a drawn person until the service has sent the cut-out. */

import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import { DrawnPerson } from './drawn-person.tsx';

interface PersonPictureProps {
  readonly size: IdPhotoSizeName;
  /** The `preview` of `check_photo` for this size; null without one. */
  readonly preview: string | null;
  /** For the customer's picture; the drawing is decoration. */
  readonly alt: string;
}

export function PersonPicture({ size, preview, alt }: PersonPictureProps) {
  return preview === null ? <DrawnPerson size={size} /> : <img className="cut" src={preview} alt={alt} />;
}
