/** The report of a finished photo for a document: the photo with the lines of the rule, and the list of checks. */

import { useQuery } from '@tanstack/react-query';
import { RuleLines } from '../../shared/rule-lines.tsx';
import { localLink } from '../api/local-link.ts';
import { photoReport } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { PhotoReport } from '../documents/photo-report.tsx';
import { RuleLinesLegend } from '../documents/rule-lines-legend.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';

export function FinishedReport({ order }: { readonly order: Order }) {
  const { t, language } = useWords();
  const report = useQuery({
    queryKey: ['photo-report', order.order_no],
    queryFn: () => photoReport(order.order_no),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = report;
  return (
    <section className="panel" aria-labelledby="report-title">
      <h2 id="report-title">{t.finishedReport}</h2>
      {report.isPending && <Notice tone="busy" text={t.finishedReportBusy} />}
      {report.isError && <ErrorNotice error={report.error} retry={() => void report.refetch()} />}
      {data !== undefined && (
        <>
          <p>{t.finishedReportText(data.names[language])}</p>
          {order.deal_result !== null && (
            <div className="measured">
              <img src={localLink(order.deal_result)} alt={t.finished} />
              <RuleLines marks={data.marks} />
            </div>
          )}
          <RuleLinesLegend marks={data.marks} />
          <PhotoReport lines={data.lines} />
        </>
      )}
    </section>
  );
}
