/** A message that asks for attention; `bad` is read out at once, the others when there is a pause. */

import type { ReactNode } from 'react';
import type { Tone } from '../order-stage.ts';
import { Icon } from './icon.tsx';

interface NoticeProps {
  readonly tone: Tone;
  readonly title?: string;
  readonly children?: ReactNode;
  /** Buttons of the way on. */
  readonly actions?: ReactNode;
}

export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'good' ? 'check' : tone === 'busy' ? 'clock' : 'warn'} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <p>{children}</p>}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
    </div>
  );
}
