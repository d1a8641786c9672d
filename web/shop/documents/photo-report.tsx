/**
 * The report of a document's photo as a short list. The checks that do not pass come first, with the value, the allowed
 * range and what the customer can do. A button shows the other checks.
 */

import type { ReportLine } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import { rangeText } from './range-text.ts';

const icons = { pass: 'check', warn: 'info', fail: 'warn' } as const;
/** Units that mean something to a customer. A value in another unit is not shown. */
const units: Readonly<Record<string, string>> = {
  px: ' px',
  dpi: ' dpi',
  kB: ' kB',
  mm: ' mm',
  degrees: '°',
};

function valueText({ value, min, max, unit }: ReportLine, t: Texts): string {
  if (unit === 'share') return shareText(value, min, max, t);
  if (value === null) return t.notMeasured;
  const shown = units[unit];
  if (shown === undefined) return '';
  const range = rangeText(min, max, shown, t);
  const measured = `${Math.round(value * 10) / 10}${shown}`;
  return range === '' ? measured : `${measured} · ${t.allowedRange(range)}`;
}

function shareText(value: number | null, min: number | null, max: number | null, t: Texts): string {
  const percent = (share: number | null) => (share === null ? null : Math.round(1000 * share) / 10);
  const range = rangeText(percent(min), percent(max), '%', t);
  return `${value === null ? t.notMeasured : `${percent(value)}%`} · ${t.allowedRange(range)}`;
}

function Line({ line }: { readonly line: ReportLine }) {
  const { t, language } = useWords();
  const { title, verdict, mend } = line;
  const measured = valueText(line, t);
  return (
    <li className={`report-line ${verdict}`}>
      <Icon name={icons[verdict]} />
      <div>
        <strong>{title[language]}</strong>
        <span className="visually-hidden">{t.verdicts[verdict]}. </span>
        {measured !== '' && <small>{measured}</small>}
        {mend !== null && <p>{mend[language]}</p>}
      </div>
    </li>
  );
}

const order = { fail: 0, warn: 1, pass: 2 } as const;

export function PhotoReport({ lines }: { readonly lines: readonly ReportLine[] }) {
  const { t } = useWords();
  const passed = lines.filter(({ verdict }) => verdict === 'pass');
  const others = lines
    .filter(({ verdict }) => verdict !== 'pass')
    .sort((one, other) => order[one.verdict] - order[other.verdict]);
  return (
    <div className="report">
      <h3>{t.reportTitle(passed.length, lines.length)}</h3>
      {others.length > 0 && (
        <ul>
          {others.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      )}
      <details>
        <summary>{t.reportPassed(passed.length)}</summary>
        <ul>
          {passed.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      </details>
    </div>
  );
}
