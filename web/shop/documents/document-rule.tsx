/** The rule of a document in the customer's language: its sentence, its measures, and where it comes from. */

import { formatDay } from '../../shared/service-time.ts';
import type { Document } from '../api/types.ts';
import { useWords } from '../texts/words.ts';
import { ruleFacts } from './rule-facts.ts';

export function DocumentRule({ document }: { readonly document: Document }) {
  const { t, language, locale } = useWords();
  const { sentence, source, conflict } = document;
  return (
    <div className="rule">
      <p>{sentence[language]}</p>
      <dl className="rule-facts">
        {ruleFacts(document, t).map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* Shown only in English, because the note about sources that disagree exists only in English. */}
      {conflict !== null && language === 'en' && <p className="hint">{conflict}</p>}
      <p className="hint">
        {source.standing === 'official' ? t.ruleOfficial : t.ruleCustomary}{' '}
        {source.url !== null && source.read !== null && (
          <a href={source.url} target="_blank" rel="noreferrer">
            {t.ruleSource(formatDay(source.read, locale))}
          </a>
        )}
      </p>
    </div>
  );
}
