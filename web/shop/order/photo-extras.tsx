/** The free extras of a finished ID photo: sheets to print, and the other background colours. */

import { useMutation } from '@tanstack/react-query';
import { localLink } from '../api/local-link.ts';
import { photoInColor, photoSheet } from '../api/operations.ts';
import { colors, type Paper } from '../api/types.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useWords } from '../texts/words.ts';

const papers: readonly Paper[] = ['four_r', 'five_inch', 'a4'];

/**
 * Downloads a file whose address arrives only after the click, so that a link on the page is not possible.
 */
function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = localLink(url);
  link.download = name;
  link.click();
}

interface Extra {
  /** The end of the file's name. */
  readonly name: string;
  readonly fetchLink: () => Promise<{ readonly url: string }>;
}

export function PhotoExtras({ orderNo }: { readonly orderNo: string }) {
  const { t } = useWords();
  const fetching = useMutation({
    mutationFn: ({ fetchLink }: Extra) => fetchLink(),
    onSuccess: ({ url }, { name }) => download(url, `photokiosk-${orderNo}-${name}`),
  });
  const busy = fetching.isPending;
  return (
    <section className="panel extras" aria-busy={busy}>
      <h2>{t.extras}</h2>
      <p className="hint">{t.extrasText}</p>
      <h3 id="sheets">{t.sheets}</h3>
      <ul className="extra-choices" aria-labelledby="sheets">
        {papers.map((paper) => (
          <li key={paper}>
            <button
              type="button"
              className="button quiet small"
              disabled={busy}
              onClick={() => fetching.mutate({ name: paper, fetchLink: () => photoSheet(orderNo, paper) })}
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
              disabled={busy}
              onClick={() => fetching.mutate({ name: color, fetchLink: () => photoInColor(orderNo, color) })}
            >
              <span className={`dot ${color}`} />
              {t.colors[color]}
            </button>
          </li>
        ))}
      </ul>
      {fetching.isError && <ErrorNotice error={fetching.error} />}
    </section>
  );
}
