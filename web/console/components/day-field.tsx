/**
 * A date field. While an operator types the year, the browser reports years such as 0002, so the field
 * ignores years before 2000.
 */

import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const dayMin = '2000-01-01';

interface DayFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  /** Called with each complete day, and with an empty text when the field is cleared. */
  readonly onChange: (day: string) => void;
}

export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While the operator types, `value` is older than the text of the field and would remove the last typed
    // character.
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  const type = (day: string) => {
    setTyped(day);
    if (day === '' || day >= dayMin) onChange(day);
  };
  return (
    <TextInput
      ref={field}
      type="date"
      label={label}
      value={typed}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(value)}
    />
  );
}
