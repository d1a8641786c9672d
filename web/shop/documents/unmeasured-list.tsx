/** What the rule of a document asks for and the shop does not measure, so that the customer checks it. */

import type { Unmeasured } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';

export function UnmeasuredList({ requirements }: { readonly requirements: readonly Unmeasured[] }) {
  const { t, language } = useWords();
  if (requirements.length === 0) return null;
  return (
    <div className="report">
      <h3>{t.unmeasuredTitle}</h3>
      <ul>
        {requirements.map(({ name, title, text }) => (
          <li key={name} className="report-line">
            <Icon name="info" />
            <div>
              <strong>{title[language]}</strong>
              <p>{text[language]}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
