/** What comes with a finished ID photo at no cost: sheets to print, and the other background colours. */

import { useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { photoInColor, photoSheet } from '../api/operations.ts';
import { ownAddress } from '../api/own-address.ts';
import { colors } from '../api/types.ts';
import { useWords } from '../texts/words.ts';
import { ErrorNotice } from './error-notice.tsx';

const papers = ['four_r', 'five_inch', 'a4'] as const;

/** Follows a link as a download, after the answer that made it. */
function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = ownAddress(url);
  link.download = name;
  link.click();
}

export function PhotoExtras({ orderNo }: { readonly orderNo: string }) {
  const { t } = useWords();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);

  async function fetchAndSave(name: string, made: () => Promise<{ readonly url: string }>): Promise<void> {
    setBusy(name);
    setError(null);
    try {
      save((await made()).url, `photokiosk-${orderNo}-${name}`);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(null);
    }
  }

  return (
    <section className="panel extras" aria-busy={busy !== null}>
      <h2>{t.extras}</h2>
      <p className="hint">{t.extrasText}</p>
      <h3 id="sheets">{t.sheets}</h3>
      <ul className="extra-choices" aria-labelledby="sheets">
        {papers.map((paper) => (
          <li key={paper}>
            <button
              type="button"
              className="button quiet small"
              disabled={busy !== null}
              onClick={() => void fetchAndSave(paper, () => photoSheet(orderNo, paper))}
            >
              {t.papers[paper]}
            </button>
          </li>
        ))}
      </ul>
      <h3 id="backgrounds">{t.backgrounds}</h3>
      <ul className="extra-choices" aria-labelledby="backgrounds">
        {colors.map((color) => (
          <li key={color}>
            <button
              type="button"
              className="button quiet small"
              disabled={busy !== null}
              onClick={() => void fetchAndSave(color, () => photoInColor(orderNo, color))}
            >
              <span className={`dot ${color}`} />
              {t.colors[color]}
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <ErrorNotice error={error} />}
    </section>
  );
}
