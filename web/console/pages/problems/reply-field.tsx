/** The field for a message to the customer. */

import { Textarea } from '@mantine/core';
import { problemTextLengthMax } from '../../../../src/domain/order-problem.ts';
import { useWords } from '../../texts/words.ts';

interface ReplyFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
}

export function ReplyField({ value, onChange, isRequired = false }: ReplyFieldProps) {
  const { t } = useWords();
  return (
    <Textarea
      label={isRequired ? t.problems.words : t.problems.wordsOptional}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={problemTextLengthMax}
      required={isRequired}
      autosize
      minRows={3}
      data-autofocus={isRequired || undefined}
    />
  );
}
