/** The field in which an operator gives the reason of an action. The audit log stores the reason. */

import { Textarea } from '@mantine/core';
import { useWords } from '../texts/words.ts';

/** The longest reason that the service accepts. */
const reasonLengthMax = 200;

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Default: “Reason”. */
  readonly label?: string | undefined;
  readonly isRequired: boolean;
  /** Whether the field has the focus when its dialog opens. */
  readonly isFocused?: boolean;
}

export function ReasonField({ value, onChange, label, isRequired, isFocused = false }: ReasonFieldProps) {
  const { t } = useWords();
  return (
    <Textarea
      label={label ?? t.common.reason}
      description={t.common.reasonNote}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={reasonLengthMax}
      required={isRequired}
      autosize
      minRows={2}
      data-autofocus={isFocused || undefined}
    />
  );
}
