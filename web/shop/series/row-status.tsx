/** What is known about one of several photos so far. The panel around the photos reports the changes to screen readers. */

import type { ReactNode } from 'react';
import { isFinalRefusal } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { PhotoReport } from '../documents/photo-report.tsx';
import type { Tone } from '../order/order-stage.ts';
import { Icon } from '../parts/icon.tsx';
import type { PhotoVerdict } from '../photo/check-photo.ts';
import { usePassedTexts } from '../photo/use-passed-texts.ts';
import type { PhotoState } from '../photo/use-photo.ts';
import { useRefusalTexts } from '../photo/use-refusal-texts.ts';
import { errorText } from '../texts/error-text.ts';
import { useWords } from '../texts/words.ts';

const icons = { good: 'check', busy: 'clock', bad: 'warn', calm: 'info' } as const;

function Line({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <p className={`photo-line ${tone}`}>
      <Icon name={icons[tone]} />
      <span>{children}</span>
    </p>
  );
}

function Refused({ verdict }: { readonly verdict: Extract<PhotoVerdict, { kind: 'bad' }> }) {
  const [why, others] = useRefusalTexts(verdict);
  return (
    <>
      <Line tone="bad">{why}</Line>
      {others !== undefined && <p className="hint">{others}</p>}
      {verdict.report !== null && <PhotoReport lines={verdict.report.lines} />}
    </>
  );
}

function Passed({ verdict }: { readonly verdict: Exclude<PhotoVerdict, { kind: 'bad' }> }) {
  const { headline, tone, weaknesses } = usePassedTexts(verdict);
  return (
    <>
      <Line tone={tone}>{headline}</Line>
      {weaknesses.map((sentence) => (
        <p key={sentence} className="hint">
          {sentence}
        </p>
      ))}
    </>
  );
}

interface RowStatusProps {
  readonly state: PhotoState;
  readonly onRetry: () => void;
}

export function RowStatus({ state, onRetry }: RowStatusProps) {
  const { t, language } = useWords();
  switch (state.kind) {
    case 'none':
      return <Line tone="busy">{t.photoWaits}</Line>;
    case 'inspecting':
      return <Line tone="busy">{t.inspecting}</Line>;
    case 'refused':
      return <Line tone="bad">{t.refusals[state.why]}</Line>;
    case 'sending':
      return (
        <>
          <Line tone="busy">{t.sending(Math.round(state.fraction * 100))}</Line>
          <progress value={state.fraction} aria-label={t.progress} />
        </>
      );
    case 'failed': {
      const error = asApiError(state.error);
      return (
        <>
          <Line tone="bad">{errorText(error, t, language)}</Line>
          {!isFinalRefusal(error) && (
            <button type="button" className="button small" onClick={onRetry}>
              {t.again}
            </button>
          )}
        </>
      );
    }
    case 'checking':
      return <Line tone="busy">{t.checking}</Line>;
    case 'sent':
      return state.verdict.kind === 'bad' ? (
        <Refused verdict={state.verdict} />
      ) : (
        <Passed verdict={state.verdict} />
      );
  }
}
