/** The form with which a customer reports a problem: the reason, a note, and places in the picture. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type PictureArea,
  type ProblemReason,
  problemReasons,
  problemTextLengthMax,
} from '../../../src/domain/order-problem.ts';
import { newIdempotencyKey } from '../api/call.ts';
import { localLink } from '../api/local-link.ts';
import { reportProblem } from '../api/operations.ts';
import { type GoodKind, kindOf, type Order, type OrderProblem } from '../api/types.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { useWords } from '../texts/words.ts';
import { PlaceChoice } from './place-choice.tsx';
import { forgetProblemDraft, keepProblemDraft, problemDraft } from './problem-draft.ts';
import { problemsKey } from './use-problems.ts';

/** The reasons that the form leaves out for each kind of good, because they can only apply to other goods. */
const otherGoods: Readonly<Record<GoodKind, readonly ProblemReason[]>> = {
  colourise: ['outline', 'position', 'wrong_choice', 'not_accepted'],
  restore: ['outline', 'position', 'wrong_choice', 'not_accepted'],
  'id-photo': [],
  'sized-id-photo': [],
  vip: ['colours', 'outline', 'position', 'quality', 'wrong_choice', 'not_accepted'],
  other: [],
};

interface ProblemDialogProps {
  readonly order: Order;
  readonly onReported: (problem: OrderProblem) => void;
  readonly onClose: () => void;
}

export function ProblemDialog({ order, onReported, onClose }: ProblemDialogProps) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const orderNo = order.order_no;
  const [draft] = useState(() => problemDraft(orderNo));
  const [reason, setReason] = useState(draft.reason);
  const [note, setNote] = useState(draft.note);
  const [area, setArea] = useState<PictureArea | null>(null);
  useEffect(() => keepProblemDraft(orderNo, { reason, note }), [orderNo, reason, note]);
  // All calls from one opening of the form have the same idempotency key, so that a repeated call does not make a
  // second report.
  const [key] = useState(newIdempotencyKey);
  const sending = useMutation({
    mutationFn: (chosen: ProblemReason) =>
      reportProblem(orderNo, { reason: chosen, note: note.trim(), area }, key),
    onSuccess(problem) {
      forgetProblemDraft(orderNo);
      onReported(problem);
      onClose();
    },
    // The call fails also if the order or its problems have changed meanwhile, for example in another tab.
    onError() {
      // Do not return the promise: the error would be shown only after the problems have been fetched.
      void queryClient.invalidateQueries({ queryKey: problemsKey(orderNo) });
    },
  });
  const offered = problemReasons.filter((one) => !otherGoods[kindOf(order)].includes(one));
  function close(): void {
    if (sending.isPending) return;
    forgetProblemDraft(orderNo);
    onClose();
  }
  function send(event: FormEvent): void {
    event.preventDefault();
    if (reason !== null && !sending.isPending) sending.mutate(reason);
  }
  return (
    <Dialog
      title={t.problemTitle}
      onClose={() => {
        // The Escape key must not discard what the customer has filled in. The button “Close” does.
        if (note.trim() === '' && area === null) close();
      }}
    >
      <form className="problem-form" onSubmit={send}>
        <fieldset className="reasons">
          <legend>{t.problemQuestion}</legend>
          {offered.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="reason"
                required
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              <span>{t.problemReasons[one]}</span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          <span>{t.problemNote}</span>
          <textarea
            rows={3}
            maxLength={problemTextLengthMax}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        {order.deal_result !== null && (
          <PlaceChoice picture={localLink(order.deal_result)} onArea={setArea} />
        )}
        {sending.isError && <ErrorNotice error={sending.error} />}
        <div className="actions">
          <button type="submit" className="button" disabled={reason === null || sending.isPending}>
            {t.problemSend}
          </button>
          <button type="button" className="button quiet" disabled={sending.isPending} onClick={close}>
            {t.close}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
