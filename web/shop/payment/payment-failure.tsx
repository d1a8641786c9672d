/** Shows why a payment could not be opened, and offers the other providers. */

import { asApiError } from '../../shared/api/as-api-error.ts';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import type { Way } from './ways.ts';

interface PaymentFailureProps {
  readonly error: unknown;
  /** The way that failed. */
  readonly way: Way;
  readonly ways: readonly Way[];
  readonly onChoose: (way: Way) => void;
}

/** The first way of each provider, without the provider whose way failed. */
function otherProviders(way: Way, ways: readonly Way[]): readonly Way[] {
  return ways.filter(
    ({ provider }, at) =>
      provider !== way.provider && ways.findIndex((other) => other.provider === provider) === at,
  );
}

export function PaymentFailure({ error, way, ways, onChoose }: PaymentFailureProps) {
  const { t } = useWords();
  const { code, reason } = asApiError(error);
  if (code !== 'payment_provider_failed') return <ErrorNotice error={error} />;
  const others = otherProviders(way, ways);
  const name = t.ways[way.provider] ?? way.provider;
  const isRefused = reason === 'payment_refused';
  return (
    <Notice
      tone="bad"
      title={isRefused ? t.payRefused(name) : t.payUnreachable(name)}
      text={[
        isRefused ? t.payRefusedText : t.payUnreachableText,
        others.length === 0 ? t.payOtherLater : t.payOther,
      ]}
      actions={
        others.length === 0
          ? undefined
          : others.map((other) => (
              <button
                key={other.provider}
                type="button"
                className="button quiet small"
                onClick={() => onChoose(other)}
              >
                {t.payWithOther(t.ways[other.provider] ?? other.provider)}
              </button>
            ))
      }
    />
  );
}
