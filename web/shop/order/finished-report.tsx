/** The report of a finished photo for a document: the photo with the lines of the rule, and the list of checks. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { RuleLines } from '../../shared/rule-lines.tsx';
import { fileOf, localLink, serviceLink } from '../api/local-link.ts';
import { photoReport, printedReport } from '../api/operations.ts';
import type { Order, OrderDetails } from '../api/types.ts';
import { PhotoReport } from '../documents/photo-report.tsx';
import { RuleLinesLegend } from '../documents/rule-lines-legend.tsx';
import { UnmeasuredList } from '../documents/unmeasured-list.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { reportName } from './download-name.ts';

interface FinishedReportProps {
  readonly order: Order;
  readonly details: OrderDetails;
}

/** The button that downloads the report as a PDF. */
function PrintedReport({ order, details }: FinishedReportProps) {
  const { t, language } = useWords();
  const printed = useMutation({
    mutationFn: () => printedReport(order.order_no, language),
    onSuccess: (url) => {
      const link = document.createElement('a');
      link.href = serviceLink(url);
      link.download = reportName(details);
      link.click();
    },
  });
  return (
    <>
      <div className="actions">
        <button
          type="button"
          className="button quiet small"
          disabled={printed.isPending}
          onClick={() => printed.mutate()}
        >
          <Icon name="download" />
          {printed.isPending ? t.reportPdfBusy : t.reportPdf}
        </button>
      </div>
      {printed.isError && <ErrorNotice error={printed.error} />}
    </>
  );
}

export function FinishedReport({ order, details }: FinishedReportProps) {
  const { t, language } = useWords();
  const report = useQuery({
    // The report of the former picture does not fit a picture that the shop has made again.
    queryKey: ['photo-report', order.order_no, fileOf(order.deal_result ?? '')],
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
          <UnmeasuredList requirements={data.unmeasured} />
          <PrintedReport order={order} details={details} />
        </>
      )}
    </section>
  );
}
