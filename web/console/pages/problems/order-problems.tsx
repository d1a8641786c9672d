/** The problems that the customer reported about a finished order, newest first, with the buttons that answer them. */

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { photoWord } from '../../../shared/photo-words.ts';
import type { OrderDetail, OrderProblem } from '../../api/types.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Card } from '../../layout/card.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { MarkedPicture } from './marked-picture.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { RemakeDialog } from './remake-dialog.tsx';
import { ReplyDialog } from './reply-dialog.tsx';

interface ProblemProps {
  readonly order: OrderDetail;
  readonly problem: OrderProblem;
}

type Answer = NonNullable<OrderProblem['answer']>;

function useAnswers(order: OrderDetail): readonly Answer[] {
  const may = useMay();
  if (!may('inbox_work')) return [];
  const isRefundable = order.actions.some((action) => ['refund', 'request_refund'].includes(action));
  return [
    'reply',
    ...(order.funct_name !== 'mark_order_vip' && order.input !== null ? (['remake'] as const) : []),
    ...(isRefundable ? (['refund'] as const) : []),
  ];
}

function Buttons({ order, problem }: ProblemProps) {
  const { t } = useWords();
  const answers = useAnswers(order);
  const [chosen, setChosen] = useState<Answer | null>(null);
  const dialog = { order, problemId: problem.id, onClose: () => setChosen(null) };
  return (
    <Group gap="xs">
      {answers.map((answer) => (
        <Button
          key={answer}
          size="sm"
          variant={answer === 'reply' ? 'filled' : 'light'}
          color={answer === 'refund' ? 'bad' : 'accent'}
          onClick={() => setChosen(answer)}
        >
          {t.problems[answer]}
        </Button>
      ))}
      {chosen === 'reply' && <ReplyDialog {...dialog} />}
      {chosen === 'remake' && <RemakeDialog {...dialog} />}
      {chosen === 'refund' && <RefundDialog {...dialog} />}
    </Group>
  );
}

function AnswerLine({ problem }: Pick<ProblemProps, 'problem'>) {
  const { t } = useWords();
  const { answer, answered_by: by, answered_at: at, reply, state } = problem;
  return (
    <>
      {answer !== null && state === 'answered' && (
        <Text size="sm" c="dimmed">
          {[t.problems.answer[answer], ...(by === null ? [] : [t.problems.answeredBy(by)])].join(' · ')}{' '}
          {at !== null && <DateTime at={at} />}
        </Text>
      )}
      {reply !== null && (
        <div className="note">
          <Text size="xs" c="dimmed">
            {state === 'open' ? t.problems.waitingReply : t.problems.sentReply}
          </Text>
          <Text size="sm" className="note-text untrusted-text">
            {reply}
          </Text>
        </div>
      )}
    </>
  );
}

function Problem({ order, problem }: ProblemProps) {
  const { t, language } = useWords();
  const may = useMay();
  const isOpen = problem.state === 'open';
  return (
    <Stack gap="sm">
      <Group gap="xs" align="center">
        <Text fw={600}>{t.problems.reason[problem.reason]}</Text>
        <Badge variant="light" color={problem.state === 'answered' ? 'quiet' : 'busy'} className="word-badge">
          {t.problems.state[problem.state]}
        </Badge>
      </Group>
      <div className="problem-body">
        {problem.picture !== null && <MarkedPicture url={problem.picture} area={problem.area} />}
        <Stack gap="sm">
          {problem.note === null ? (
            <Text size="sm" c="dimmed">
              {t.problems.noNote}
            </Text>
          ) : (
            <Text size="sm" className="note-text untrusted-text">
              {problem.note}
            </Text>
          )}
          {problem.picture === null && problem.area !== null && may('pictures_see') && (
            <Text size="sm" c="dimmed">
              {t.problems.pictureGone}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {t.problems.reported} <DateTime at={problem.reported_at} />
          </Text>
        </Stack>
      </div>
      {isOpen && problem.remake_error !== null && (
        <Alert color="bad">
          {t.problems.remakeFailed(photoWord(problem.remake_error, language) ?? t.orders.failedUnknown)}
        </Alert>
      )}
      <AnswerLine problem={problem} />
      {isOpen && <Buttons order={order} problem={problem} />}
    </Stack>
  );
}

export function OrderProblems({ order }: { readonly order: OrderDetail }) {
  const { t } = useWords();
  return (
    <>
      {order.problems.toReversed().map((problem) => (
        <Card key={problem.id} title={t.problems.title}>
          <Problem order={order} problem={problem} />
        </Card>
      ))}
    </>
  );
}
