/** The field for an e-mail address, with a note on its use. */

import { type ReactNode, type Ref, useId } from 'react';
import { emailLengthMax, parseEmailAddress } from '../../../src/domain/emails/email-address.ts';
import { useWords } from '../texts/words.ts';

export function isEmailAddress(text: string): boolean {
  return parseEmailAddress(text.trim()) !== undefined;
}

interface EmailInputProps {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** A button beside the field. */
  readonly children?: ReactNode;
}

export function EmailInput({ label, value, isWrong, onChange, inputRef, children }: EmailInputProps) {
  const { t } = useWords();
  const hintId = useId();
  return (
    <div className="email-field">
      <label>
        <span>{label}</span>
        <input
          ref={inputRef}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={emailLengthMax}
          value={value}
          aria-invalid={isWrong}
          aria-describedby={hintId}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      {children}
      <p className={isWrong ? 'hint wrong' : 'hint'} id={hintId} role={isWrong ? 'alert' : undefined}>
        {isWrong ? t.emailWrong : t.emailHint}
      </p>
    </div>
  );
}
