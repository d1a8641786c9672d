/**
 * The print sheets of a finished ID photo: each is shown with the number of its copies before it is downloaded, and is
 * printed from the page at exactly its size.
 */

import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { localLink, serviceLink } from '../api/local-link.ts';
import { photoSheet } from '../api/operations.ts';
import type { OrderDetails, Paper } from '../api/types.ts';
import { useDocument } from '../documents/use-documents.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { sheetName } from './download-name.ts';
import { papersFor } from './papers-for.ts';
import { printPart } from './print-part.ts';
import { useLinkRenewal } from './use-link-renewal.ts';

/** The service makes sheets at this resolution. */
const sheetDpi = 300;
const mmPerInch = 25.4;

interface Sheet {
  readonly paper: Paper;
  readonly url: string;
  readonly downloadUrl: string;
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
  /** The file of the finished picture. If the shop makes the picture again, the sheet is made again too. */
  readonly picture: string;
}

export function PrintSheets({ orderNo, details, picture }: PrintSheetsProps) {
  const { t } = useWords();
  const papers = papersFor(details, useDocument(details.document));
  const [paper, setPaper] = useState<Paper | null>(null);
  /** Whether the picture of the sheet could not be loaded, for example because the link has expired. */
  const [isBroken, setIsBroken] = useState(false);
  const making = useQuery({
    queryKey: ['photo-sheet', orderNo, picture, paper],
    queryFn: paper === null ? skipToken : () => photoSheet(orderNo, paper),
    // A link to a sheet expires, so a sheet that is chosen again is fetched again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useLinkRenewal(
    making.data === undefined ? null : making.dataUpdatedAt,
    () => void making.refetch({ cancelRefetch: false }),
  );
  const sheet: Sheet | null =
    paper === null || making.data === undefined
      ? null
      : { ...making.data, paper, url: localLink(making.data.url), downloadUrl: serviceLink(making.data.url) };
  if (papers.length === 0) return null;
  function choose(chosen: Paper): void {
    setIsBroken(false);
    if (chosen === paper) void making.refetch();
    else setPaper(chosen);
  }
  return (
    <>
      <h3 id="sheets">{t.sheets}</h3>
      <ul className="extra-choices" aria-labelledby="sheets" aria-busy={making.isLoading}>
        {papers.map((offered) => (
          <li key={offered}>
            <button
              type="button"
              className="button quiet small"
              aria-pressed={sheet?.paper === offered}
              disabled={making.isLoading}
              onClick={() => choose(offered)}
            >
              {t.papers[offered]}
            </button>
          </li>
        ))}
      </ul>
      {making.isLoadingError && <ErrorNotice error={making.error} />}
      {isBroken && <Notice tone="bad" title={t.sheetBroken} />}
      {sheet !== null && (
        <div className="sheet">
          <figure>
            <img
              src={sheet.url}
              alt={t.sheetAlt(sheet.copies)}
              width={sheet.width}
              height={sheet.height}
              onError={() => {
                setPaper(null);
                setIsBroken(true);
              }}
            />
            <figcaption>{t.sheetCopies(sheet.copies, t.papers[sheet.paper])}</figcaption>
          </figure>
          <div className="actions">
            <a className="button small" href={sheet.downloadUrl} download={sheetName(details, sheet.paper)}>
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
