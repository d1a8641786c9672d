/**
 * The print sheets of a finished ID photo: each is shown with the number of its copies before it is downloaded, and is
 * printed from the page at exactly its size.
 */

import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { localLink } from '../api/local-link.ts';
import { photoSheet } from '../api/operations.ts';
import type { OrderDetails, Paper } from '../api/types.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';
import { sheetName } from './download-name.ts';
import { printPart } from './print-part.ts';

const papers: readonly Paper[] = ['four_r', 'five_inch', 'a4'];
/** The service makes sheets at this resolution. */
const sheetDpi = 300;
const mmPerInch = 25.4;

interface Sheet {
  readonly paper: Paper;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly copies: number;
}

const mm = (px: number) => `${((px / sheetDpi) * mmPerInch).toFixed(1)}mm`;

/** The sheet for the printer only: outside of the page's own element, which is hidden in print. */
function PrintedSheet({ sheet: { paper, url, width, height } }: { readonly sheet: Sheet }) {
  const turn = width > height ? 'wide' : 'tall';
  return createPortal(
    <img
      className={`print-part print-sheet ${paper}-${turn}`}
      src={url}
      alt=""
      style={{ width: mm(width), height: mm(height) }}
    />,
    document.body,
  );
}

interface PrintSheetsProps {
  readonly orderNo: string;
  readonly details: OrderDetails;
}

export function PrintSheets({ orderNo, details }: PrintSheetsProps) {
  const { t } = useWords();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [broken, setBroken] = useState(false);
  const fetching = useMutation({
    mutationFn: async (paper: Paper) => ({ paper, ...(await photoSheet(orderNo, paper)) }),
    onSuccess: ({ url, ...made }) => {
      setBroken(false);
      setSheet({ ...made, url: localLink(url) });
    },
  });
  useEffect(() => {
    // The link to a sheet works for an hour. When the picture fails to load, remove the sheet, so that the customer
    // chooses the paper again.
    if (broken) setSheet(null);
  }, [broken]);
  return (
    <>
      <h3 id="sheets">{t.sheets}</h3>
      <ul className="extra-choices" aria-labelledby="sheets" aria-busy={fetching.isPending}>
        {papers.map((paper) => (
          <li key={paper}>
            <button
              type="button"
              className="button quiet small"
              aria-pressed={sheet?.paper === paper}
              disabled={fetching.isPending}
              onClick={() => fetching.mutate(paper)}
            >
              {t.papers[paper]}
            </button>
          </li>
        ))}
      </ul>
      {fetching.isError && <ErrorNotice error={fetching.error} />}
      {sheet !== null && (
        <div className="sheet">
          <figure>
            <img
              src={sheet.url}
              alt={t.sheetAlt(sheet.copies)}
              width={sheet.width}
              height={sheet.height}
              onError={() => setBroken(true)}
            />
            <figcaption>{t.sheetCopies(sheet.copies, t.papers[sheet.paper])}</figcaption>
          </figure>
          <div className="actions">
            <a className="button small" href={sheet.url} download={sheetName(details, sheet.paper)}>
              <Icon name="download" />
              {t.downloadSheet}
            </a>
            <button type="button" className="button quiet small" onClick={() => printPart('sheet')}>
              <Icon name="print" />
              {t.print}
            </button>
          </div>
          <p className="hint">{t.printNote}</p>
          <PrintedSheet sheet={sheet} />
        </div>
      )}
    </>
  );
}
