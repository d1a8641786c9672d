/**
 * A message that asks for attention. Screen readers read a message with the tone `bad` at once, and other messages
 * at the next pause.
 */

import type { ReactNode } from 'react';
import type { Tone } from '../order/order-stage.ts';
import { Icon } from './icon.tsx';

const icons = { good: 'check', busy: 'clock', bad: 'warn', calm: 'info' } as const;

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: string | undefined;
  /** One text, or several texts, each of which becomes a paragraph. */
  readonly text?: string | undefined | readonly (string | null)[];
  /** Buttons for what to do next. */
  readonly actions?: ReactNode;
}

export function Notice({ tone, title, text = [], actions }: NoticeProps) {
  const paragraphs = (typeof text === 'string' ? [text] : text).filter((each) => each !== null);
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icons[tone]} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
    </div>
  );
}
