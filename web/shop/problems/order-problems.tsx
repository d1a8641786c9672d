/**
 * The section “Something wrong?” of a finished order: the problems that the customer reported, the shop's answers, and
 * the form.
 */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemsPerOrderMax } from '../../../src/domain/order-problem.ts';
import { formatDateTime, parseServiceTime } from '../../shared/service-time.ts';
import { serviceLink } from '../api/local-link.ts';
import { kindOf, type Order, type OrderProblem } from '../api/types.ts';
import type { Stage } from '../order/order-stage.ts';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import { useWords } from '../texts/words.ts';
import { ProblemDialog } from './problem-dialog.tsx';
import { problemsKey, useProblems } from './use-problems.ts';

const finished: ReadonlySet<Stage> = new Set(['done', 'vipDone', 'expired']);
const afterRefund: ReadonlySet<Stage> = new Set(['refunding', 'refundFailed', 'refunded']);

function Answer({ problem }: { readonly problem: OrderProblem }) {
  const { t, locale } = useWords();
  const { config } = useShop();
  const { state, answer, reply, answered_at: answeredAt, former_result: former } = problem;
  if (state !== 'answered' || answer === null) {
    return <Notice tone="busy" text={t.problemStates[state === 'remaking' ? 'remaking' : 'open']} />;
  }
  const at = answeredAt === null ? null : parseServiceTime(answeredAt, config.time_zone);
  const link =
    former === null ? undefined : (
      <a className="button quiet small" href={serviceLink(former)} download="former-picture.jpg">
        <Icon name="download" />
        {t.formerPicture}
      </a>
    );
  return (
    <Notice
      tone="good"
      title={t.problemAnswers[answer]}
      text={[reply, at === null ? null : formatDateTime(at, locale)]}
      actions={link}
    />
  );
}

function Problem({ problem }: { readonly problem: OrderProblem }) {
  const { t } = useWords();
  return (
    <li>
      <p className="problem-report">
        <span>{t.problemYouWrote}</span> {t.problemReasons[problem.reason]}
      </p>
      {problem.note !== null && <p className="problem-note">{problem.note}</p>}
      <Answer problem={problem} />
    </li>
  );
}

interface OrderProblemsProps {
  readonly order: Order;
  readonly stage: Stage;
  /** Called when the shop has answered, because the order may now have a new picture or a refund. */
  readonly onAnswered: () => void;
}

function Problems({ order, stage, onAnswered }: OrderProblemsProps) {
  const { t } = useWords();
  const queryClient = useQueryClient();
  const problems = useProblems(order.order_no, onAnswered);
  const [open, setOpen] = useState(false);
  if (problems === null) return null;
  const mayReport = finished.has(stage) && problems.every(({ state }) => state === 'answered');
  if (!finished.has(stage) && problems.length === 0) return null;
  const hasRoom = problems.length < problemsPerOrderMax;
  const text = kindOf(order) === 'vip' ? t.problemTextOfMembership : t.problemText;
  return (
    <section className="panel problems" aria-labelledby="problems-title">
      <h2 id="problems-title">{t.problemTitle}</h2>
      {problems.length > 0 && (
        <ul className="problem-list">
          {problems.toReversed().map((problem) => (
            <Problem key={problem.id} problem={problem} />
          ))}
        </ul>
      )}
      {mayReport && <p className="hint">{hasRoom ? text : t.problemLimit}</p>}
      {mayReport && hasRoom && (
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => setOpen(true)}>
            <Icon name="warn" />
            {t.problemButton}
          </button>
        </div>
      )}
      {open && (
        <ProblemDialog
          order={order}
          onReported={(problem) =>
            queryClient.setQueryData(problemsKey(order.order_no), [...problems, problem])
          }
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

export function OrderProblems(props: OrderProblemsProps) {
  const isShown = finished.has(props.stage) || afterRefund.has(props.stage);
  return isShown ? <Problems {...props} /> : null;
}
