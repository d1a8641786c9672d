/**
 * The figures of a period, compared with the period before: revenue, rates with their reasons, and the time to the
 * picture.
 */

import { Anchor, Button, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { failSentences } from '../../../../src/domain/fail-reasons.ts';
import { photoWord } from '../../../shared/photo-words.ts';
import { get } from '../../api/call.ts';
import type { Numbers } from '../../api/types.ts';
import { QueryResult } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { amountText } from '../../format/amount-text.ts';
import { plusDays, today } from '../../format/days.ts';
import { durationText } from '../../format/duration-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { otherCurrencies, percent, totalsOf } from './number-sums.ts';
import { DayTable, ReasonTable, WayTable } from './number-tables.tsx';

/** The lengths of the periods, in days. All end today. */
const spans = [7, 28, 90] as const;

function useNumbers(from: string, to: string) {
  return useQuery({
    queryKey: ['numbers', from, to],
    queryFn: ({ signal }) => get<Numbers>('numbers', { from, to }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

function percentText(value: number | null): string | null {
  return value === null ? null : `${value.toFixed(value < 10 ? 1 : 0)} %`;
}

/** The note below a figure: the same figure in the period before; null: nothing to compare with. */
function against(before: string | null): string {
  const { numbers } = words().t;
  return before === null ? numbers.nothingBefore : numbers.before(before);
}

function Figures({ numbers }: { readonly numbers: Numbers }) {
  const { t } = useWords();
  const { shop } = useSession();
  const now = totalsOf(numbers.now.days, shop.currency);
  const before = totalsOf(numbers.before.days, shop.currency);
  const refunded = [
    t.numbers.refunds(amountText(now.refundAmount, shop.currency)),
    ...(now.settledAmount === 0 ? [] : [t.numbers.settled(amountText(now.settledAmount, shop.currency))]),
  ].join(' · ');
  const time = (ms: number | null) => (ms === null ? null : durationText(ms, t.common));
  const paidNote = () => {
    if (now.placed === null) return `${t.numbers.paidOrders(now.paid)} · ${t.numbers.unpaidDeleted}`;
    const compared =
      before.placed === null
        ? t.numbers.notComparable
        : against(percentText(percent(before.paid, before.placed)));
    return `${t.numbers.paidOf(now.paid, now.placed)} · ${compared}`;
  };
  return (
    <div className="stats many">
      <Stat
        label={t.payments.revenue}
        value={amountText(now.revenue, shop.currency)}
        note={`${refunded} · ${against(amountText(before.revenue, shop.currency))}`}
      />
      <Stat
        label={t.numbers.paidRate}
        value={percentText(percent(now.paid, now.placed)) ?? '–'}
        note={paidNote()}
      />
      <Stat
        label={t.numbers.refundRate}
        value={percentText(percent(now.refunded, now.paid)) ?? '–'}
        note={`${t.numbers.refundedOf(now.refunded, now.paid)} · ${against(percentText(percent(before.refunded, before.paid)))}`}
      />
      <Stat
        label={t.numbers.failureRate}
        value={percentText(percent(now.failed, now.paid)) ?? '–'}
        note={`${t.numbers.failedOf(now.failed, now.paid)} · ${against(percentText(percent(before.failed, before.paid)))}`}
      />
      <Stat
        label={t.numbers.timeToPicture}
        value={time(numbers.now.median_picture_ms) ?? '–'}
        note={against(time(numbers.before.median_picture_ms))}
      />
    </div>
  );
}

function NumbersView({ numbers }: { readonly numbers: Numbers }) {
  const { t, language } = useWords();
  const { shop } = useSession();
  const failReason = (reason: string) => photoWord(reason, language) ?? t.orders.failedUnknown;
  // The automatic refund after failed work has as its reason the English sentence for the code of the failure. Find
  // the code by the sentence, to show the reason in the operator's language.
  const refundReason = (reason: string) => {
    if (reason === '') return t.numbers.erasedReason;
    const code = Object.entries(failSentences).find(([, sentence]) => sentence === reason)?.[0];
    return code === undefined ? reason : failReason(code);
  };
  const others = otherCurrencies([...numbers.before.days, ...numbers.now.days], shop.currency);
  return (
    <>
      {others.length > 0 && (
        <Text size="sm">
          {t.numbers.otherCurrencies(others.join(', '))}{' '}
          <Anchor component={Link} to="/payments" size="sm">
            {t.layout.pages.payments}
          </Anchor>
        </Text>
      )}
      <Figures numbers={numbers} />
      <WayTable numbers={numbers} />
      <div className="halves">
        <Card title={t.numbers.failReasons} note={t.numbers.failNote}>
          <ReasonTable
            label={t.numbers.failReasons}
            reasons={numbers.fail_reasons.map(({ reason, count }) => ({ reason: failReason(reason), count }))}
            empty={t.numbers.noFailures}
          />
        </Card>
        <Card title={t.numbers.refundReasons} note={t.numbers.refundNote}>
          <ReasonTable
            label={t.numbers.refundReasons}
            reasons={numbers.refund_reasons.map(({ reason, count }) => ({
              reason: refundReason(reason),
              count,
            }))}
            empty={t.numbers.noRefunds}
          />
        </Card>
      </div>
      <DayTable numbers={numbers} />
    </>
  );
}

export function NumbersPage() {
  const { t } = useWords();
  const { shop } = useSession();
  const [search, setSearch] = useSearchParams();
  const days = spans.find((span) => String(span) === search.get('days')) ?? spans[0];
  const to = today(shop.time_zone);
  const from = plusDays(to, 1 - days);
  const query = useNumbers(from, to);
  return (
    <Page
      title={t.layout.pages.numbers}
      lead={t.numbers.lead(days, shop.time_zone)}
      actions={
        <Button
          component="a"
          href={`/admin/api/numbers.csv?from=${from}&to=${to}`}
          download
          variant="default"
        >
          {t.payments.exportCsv}
        </Button>
      }
    >
      <SegmentedControl
        className="own-width"
        aria-label={t.common.period}
        value={String(days)}
        onChange={(value) => setSearch(value === String(spans[0]) ? {} : { days: value }, { replace: true })}
        data={spans.map((count) => ({ value: String(count), label: t.common.days(count) }))}
      />
      <QueryResult query={query} skeletonHeight={420}>
        {(numbers) => <NumbersView numbers={numbers} />}
      </QueryResult>
    </Page>
  );
}
