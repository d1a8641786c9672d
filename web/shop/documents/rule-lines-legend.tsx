/** The legend of the lines of a document's rule that are drawn on a photo. */

import type { PhotoMarks } from '../../shared/rule-lines.tsx';
import { useWords } from '../texts/words.ts';

export function RuleLinesLegend({ marks }: { readonly marks: PhotoMarks }) {
  const { t } = useWords();
  if (marks.length === 0) return null;
  return (
    <ul className="legend">
      {marks.map(({ name, min }) => (
        <li key={name} className={`mark ${name}`}>
          {t.marks[name]}
          {min === null ? '' : ` ${t.markBand}`}
        </li>
      ))}
    </ul>
  );
}
