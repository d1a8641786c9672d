/** The choice between the enabled providers and their channels; hidden if there is only one. */

import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import type { Way } from './use-payment.ts';

/** `Alipay · QR code`; the channel only where the provider has several. */
function wayName(way: Way, ways: readonly Way[], t: Texts): string {
  const name = t.ways[way.provider] ?? way.provider;
  const several = ways.filter(({ provider }) => provider === way.provider).length > 1;
  return several ? `${name} · ${t.channels[way.channel] ?? way.channel}` : name;
}

interface WaysToPayProps {
  readonly ways: readonly Way[];
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
}

export function WaysToPay({ ways, chosen, onChoose }: WaysToPayProps) {
  const { t } = useWords();
  if (ways.length < 2) return null;
  return (
    <fieldset className="ways">
      <legend>{t.payWith}</legend>
      {ways.map((way) => (
        <label key={`${way.provider}/${way.channel}`} className="way">
          <input type="radio" name="way" checked={way === chosen} onChange={() => onChoose(way)} />
          <span>{wayName(way, ways, t)}</span>
        </label>
      ))}
    </fieldset>
  );
}
