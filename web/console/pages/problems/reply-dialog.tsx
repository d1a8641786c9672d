/** The dialog that answers a problem with a text. */

import { useState } from 'react';
import { useWords } from '../../texts/words.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { problemCalls } from './problems-api.ts';
import { ReplyField } from './reply-field.tsx';

interface ReplyDialogProps {
  readonly problemId: number;
  readonly onClose: () => void;
}

export function ReplyDialog({ problemId, onClose }: ReplyDialogProps) {
  const { t } = useWords();
  const [reply, setReply] = useState('');
  return (
    <AnswerDialog
      title={t.problems.replyTitle}
      text={t.problems.replyText}
      confirm={t.problems.reply}
      isComplete={reply.trim() !== ''}
      act={() => problemCalls.reply(problemId, reply.trim())}
      doneMessage={() => t.problems.replied}
      onClose={onClose}
    >
      <ReplyField value={reply} onChange={setReply} isRequired />
    </AnswerDialog>
  );
}
