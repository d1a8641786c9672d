/**
 * A drawn person in an ID photo of the given shape: the head has the height and the position that the service will give
 * the customer's head. The page labels the drawing as an example.
 */

import type { PhotoFrame } from '../documents/purpose.ts';

/** The height of the picture in units of the drawing. */
const tall = 100;

export function DrawnPerson({ frame }: { readonly frame: PhotoFrame }) {
  const { widthPx, heightPx, headShare, crownMargin } = frame;
  const wide = (tall * widthPx) / heightPx;
  const head = headShare * tall;
  const crown = crownMargin * tall;
  // The drawing measures 100 units from crown to chin and is centred.
  const scale = head / 100;
  return (
    <svg className="figure" viewBox={`0 0 ${wide} ${tall}`} aria-hidden="true">
      <g transform={`translate(${wide / 2} ${crown}) scale(${scale})`}>
        <path className="figure-coat" d="M-120 240c0-86 14-106 72-118l30-8h36l30 8c58 12 72 32 72 118z" />
        <path className="figure-shirt" d="M-20 110 0 140l20-30 9 9-17 37-12-10-12 10-17-37z" />
        <path className="figure-skin shade" d="M-17 80h34v32c0 14-34 14-34 0z" />
        <path className="figure-skin" d="M-33 46c0-54 66-54 66 0 0 32-16 54-33 54s-33-22-33-54z" />
        <path
          className="figure-hair"
          d="M-35 58C-46-2-16 0 0 0s46-2 35 58c-3-10-3-18-6-24-15-2-28-5-36-11-5 7-13 11-20 12-4 7-5 14-8 23z"
        />
      </g>
    </svg>
  );
}
