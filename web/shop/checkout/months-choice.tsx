/** The number of months of a membership: four usual numbers, and a stepper for any other. */

import { useWords } from '../texts/words.ts';

const monthsMin = 1;
/** The maximum number of months that `mark_order_vip` accepts. */
const monthsMax = 36;
const offers = [1, 3, 6, 12];

interface MonthsChoiceProps {
  readonly months: number;
  readonly onMonths: (months: number) => void;
}

export function MonthsChoice({ months, onMonths }: MonthsChoiceProps) {
  const { t } = useWords();
  return (
    <section className="panel">
      <fieldset className="months">
        <legend>{t.monthsStep}</legend>
        <div className="offers">
          {offers.map((count) => (
            <label key={count} className="offer">
              <input type="radio" name="months" checked={months === count} onChange={() => onMonths(count)} />
              <span>{t.months(count)}</span>
            </label>
          ))}
        </div>
        <div className="stepper">
          <button
            type="button"
            aria-label={t.fewer}
            disabled={months <= monthsMin}
            onClick={() => onMonths(months - 1)}
          >
            −
          </button>
          <output>{t.months(months)}</output>
          <button
            type="button"
            aria-label={t.more}
            disabled={months >= monthsMax}
            onClick={() => onMonths(months + 1)}
          >
            +
          </button>
        </div>
      </fieldset>
    </section>
  );
}
