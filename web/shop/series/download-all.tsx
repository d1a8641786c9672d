/** The button that downloads the finished pictures of a series as one archive. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchOrderDetails } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { resultName } from '../order/download-name.ts';
import { orderDetailsKey } from '../order/use-order-details.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useWords } from '../texts/words.ts';
import { archiveName } from './archive-name.ts';
import { fetchPictures } from './fetch-pictures.ts';

/** An order of the series with what its photo is called on the page, and the number of the photo in the series. */
export interface NamedOrder {
  readonly order: Order;
  readonly name: string;
  readonly number: number;
}

interface DownloadAllProps {
  /** The orders whose pictures are finished; at least one. */
  readonly finished: readonly NamedOrder[];
  /** The number of all orders of the series that have or can still get a picture. */
  readonly expectedCount: number;
}

const nothingTried = { missing: [], triedCount: 0 } as const;

export function DownloadAll({ finished, expectedCount }: DownloadAllProps) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const [doneCount, setDoneCount] = useState(0);

  /** The name that the page of the order gives to the downloaded picture. */
  async function nameOf(order: Order): Promise<string> {
    const { order_no: orderNo } = order;
    const details = await queryClient
      .fetchQuery({
        queryKey: orderDetailsKey(orderNo),
        queryFn: () => fetchOrderDetails(orderNo),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      })
      .catch(() => null);
    return resultName(order, details);
  }

  /**
   * @returns the names of the photos whose pictures are missing in the archive, and how many it should have contained:
   * more pictures may have been finished since.
   */
  async function download(): Promise<{ readonly missing: readonly string[]; readonly triedCount: number }> {
    setDoneCount(0);
    const orderNos = finished.map(({ order }) => order.order_no);
    const [pictures, names, { makeArchive }] = await Promise.all([
      fetchPictures(orderNos, setDoneCount),
      Promise.all(finished.map(({ order }) => nameOf(order))),
      import('./make-archive.ts'),
    ]);
    const files = finished.flatMap(({ order, number }, index) => {
      const content = pictures.get(order.order_no);
      const { [index]: name = '' } = names;
      return content === undefined ? [] : [{ name: archiveName({ name, number }), content }];
    });
    if (files.length > 0) saveFile(makeArchive(files), t.archiveName);
    const missing = finished.filter(({ order }) => !pictures.has(order.order_no)).map(({ name }) => name);
    return { missing, triedCount: finished.length };
  }

  const downloading = useMutation({ mutationFn: download, retry: false });
  const { data: { missing, triedCount } = nothingTried, isPending, isSuccess } = downloading;
  const isAllMissing = missing.length === triedCount;
  return (
    <section className="panel" aria-labelledby="download-all-title">
      <h2 id="download-all-title">{t.yourPictures}</h2>
      <div className="actions">
        <button
          type="button"
          className="button large"
          disabled={isPending}
          onClick={() => downloading.mutate()}
        >
          <Icon name="download" />
          {t.downloadAll}
        </button>
      </div>
      {finished.length < expectedCount && (
        <p className="hint">{t.downloadReady(finished.length, expectedCount)}</p>
      )}
      <div className="download-state" role="status">
        {isPending && (
          <>
            <p>{t.downloadingAll(doneCount, finished.length)}</p>
            <progress value={doneCount / finished.length} aria-label={t.progress} />
          </>
        )}
        {isSuccess && missing.length === 0 && <p className="hint">{t.downloadedAll(triedCount)}</p>}
      </div>
      {isSuccess && missing.length > 0 && (
        <Notice
          tone="bad"
          title={
            isAllMissing ? t.archiveFailed : t.archiveIncomplete(missing.length, triedCount - missing.length)
          }
          text={[missing.join(t.listComma), t.archiveAgain]}
        />
      )}
      {downloading.isError && <ErrorNotice error={downloading.error} />}
    </section>
  );
}
