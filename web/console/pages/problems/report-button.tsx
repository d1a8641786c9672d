/**
 * Reports a problem for a customer who phoned or wrote. The operator then answers it like every other problem: with a
 * reply, a new picture or a refund.
 */

import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import {
  type ProblemReason,
  problemReasons,
  problemsPerOrderMax,
  problemTextLengthMax,
} from '../../../../src/domain/order-problem.ts';
import type { OrderDetail } from '../../api/types.ts';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { problemCalls } from './problems-api.ts';

interface ReportDialogProps {
  readonly orderId: number;
  readonly onClose: () => void;
}

function ReportDialog({ orderId, onClose }: ReportDialogProps) {
  const { t } = useWords();
  const [reason, setReason] = useState<ProblemReason | undefined>();
  const [note, setNote] = useState('');
  return (
    <AnswerDialog
      title={t.problems.reportTitle}
      text={t.problems.reportText}
      confirm={t.problems.report}
      isComplete={reason !== undefined}
      act={() => problemCalls.report(orderId, reason ?? 'other', note.trim())}
      doneMessage={() => t.problems.reportDone}
      onClose={onClose}
    >
      <NativeSelect
        label={t.problems.reportReason}
        value={reason ?? ''}
        onChange={({ currentTarget }) => setReason(problemReasons.find((one) => one === currentTarget.value))}
        data={[
          { value: '', label: t.problems.reportChoose },
          ...problemReasons.map((value) => ({ value, label: t.problems.reason[value] })),
        ]}
        required
        withAsterisk={false}
      />
      <Textarea
        label={t.problems.reportNote}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        maxLength={problemTextLengthMax}
        autosize
        minRows={3}
      />
    </AnswerDialog>
  );
}

function isPossible({ status, deal_status, problems }: OrderDetail): boolean {
  return (
    status === 'pay' &&
    deal_status === 'done' &&
    problems.length < problemsPerOrderMax &&
    problems.every(({ state }) => state === 'answered')
  );
}

export function ReportProblemButton({ order }: { readonly order: OrderDetail }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  if (!may('inbox_work') || !isPossible(order)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.problems.reportButton}
      </Button>
      {isOpen && <ReportDialog orderId={order.id} onClose={() => setOpen(false)} />}
    </>
  );
}
