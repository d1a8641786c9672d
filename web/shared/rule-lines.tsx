/**
 * The lines of a document's rule over a photo: the measured positions of hair, eyes and chin, and the range that the
 * rule allows for each. The parent element has the shape of the photo. The styles are in each page's own style sheet.
 */

import type { Answer } from './api/call.ts';

export type PhotoMarks = Answer<'photo_report'>['marks'];

const tall = 1000;

export function RuleLines({ marks }: { readonly marks: PhotoMarks }) {
  return (
    <svg className="rule-lines" viewBox={`0 0 100 ${tall}`} preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ name, at, min, max }) => (
        <g key={name} className={`mark ${name}`}>
          {min !== null && max !== null && (
            <rect x="0" y={tall * Math.max(0, min)} width="100" height={tall * (max - Math.max(0, min))} />
          )}
          <line x1="0" x2="100" y1={tall * at} y2={tall * at} />
        </g>
      ))}
    </svg>
  );
}
