/** Before and after, one over the other, with a dividing line that finger, mouse or arrow keys move. */

import { useState } from 'react';
import { useWords } from '../texts/words.ts';

interface CompareSliderProps {
  readonly before: string;
  readonly after: string;
}

export function CompareSlider({ before, after }: CompareSliderProps) {
  const { t } = useWords();
  const [percent, setPercent] = useState(50);
  return (
    <div className="compare">
      <img src={after} alt={t.finished} />
      <img
        className="compare-before"
        src={before}
        alt={t.yourPhoto}
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      />
      <span className="compare-tag left" aria-hidden="true">
        {t.before}
      </span>
      <span className="compare-tag right" aria-hidden="true">
        {t.after}
      </span>
      <span className="compare-line" style={{ left: `${percent}%` }} aria-hidden="true" />
      <input
        type="range"
        min="0"
        max="100"
        value={percent}
        aria-label={t.compare}
        aria-valuetext={`${t.before} ${percent} %`}
        onChange={({ target }) => setPercent(Number(target.value))}
      />
    </div>
  );
}
