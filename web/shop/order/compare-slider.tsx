/**
 * Shows the photo and the result, one over the other, with a dividing line that finger, mouse or arrow keys
 * move.
 */

import { useState } from 'react';
import { useWords } from '../texts/words.ts';

interface CompareSliderProps {
  readonly before: string;
  readonly after: string;
  /**
   * The text alternatives of the two pictures. Undefined: the texts for a customer's photo and a finished picture.
   */
  readonly beforeAlt?: string;
  readonly afterAlt?: string;
  /** A transparent picture that is laid over the photo, with its text alternative. */
  readonly marks?: { readonly url: string; readonly alt: string } | null;
  /** Where the dividing line begins, in percent of the width. */
  readonly startPercent?: number;
}

export function CompareSlider(props: CompareSliderProps) {
  const { before, after, beforeAlt, afterAlt, marks = null, startPercent = 50 } = props;
  const { t } = useWords();
  const [percent, setPercent] = useState(startPercent);
  const leftOfLine = { clipPath: `inset(0 ${100 - percent}% 0 0)` };
  const rightOfLine = { clipPath: `inset(0 0 0 ${percent}%)` };
  return (
    <div className="compare">
      <img src={after} alt={afterAlt ?? t.finished} />
      <img className="compare-before" src={before} alt={beforeAlt ?? t.yourPhoto} style={leftOfLine} />
      {marks !== null && (
        <img className="compare-before" src={marks.url} alt={marks.alt} style={leftOfLine} />
      )}
      <span className="compare-side" style={leftOfLine} aria-hidden="true">
        <span className="compare-tag left">{t.before}</span>
      </span>
      <span className="compare-side" style={rightOfLine} aria-hidden="true">
        <span className="compare-tag right">{t.after}</span>
      </span>
      <span className="compare-line" style={{ left: `${percent}%` }} aria-hidden="true" />
      <input
        type="range"
        min="0"
        max="100"
        value={percent}
        aria-label={t.compare}
        aria-valuetext={`${t.before} ${percent}%`}
        onChange={({ target }) => setPercent(Number(target.value))}
      />
    </div>
  );
}
