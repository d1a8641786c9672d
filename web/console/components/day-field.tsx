/** A day to be typed or picked. A year that is being typed is a year of antiquity at first: nobody asks for that. */

import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const dayMin = '2000-01-01';

interface DayFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or nothing. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  /** Told each day that is meant, and nothing when the field is emptied. */
  readonly onChange: (day: string) => void;
}

export function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While somebody types, what comes back is older than the field: it would undo a key.
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
