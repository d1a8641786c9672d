/** The choice between the ways of paying that fit this device. A single way is shown without a choice. */

import { Icon, type IconName } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';
import type { Way } from './ways.ts';

/** Drawings of our own, because the providers' logos are trademarks. */
const icons: Readonly<Record<string, IconName>> = {
  sandbox: 'flask',
  stripe: 'card',
  wechat: 'pocket',
  alipay: 'wallet',
};

function WayWords({ way }: { readonly way: Way }) {
  const { t } = useWords();
  const hint = t.channels[way.channel];
  return (
    <span className="way-words">
      <Icon name={icons[way.provider] ?? 'coin'} />
      <strong>{t.ways[way.provider] ?? way.provider}</strong>
      {hint !== undefined && <small>{hint}</small>}
    </span>
  );
}

interface WaysToPayProps {
  readonly ways: readonly Way[];
  readonly chosen: Way | undefined;
  readonly onChoose: (way: Way) => void;
}

export function WaysToPay({ ways, chosen, onChoose }: WaysToPayProps) {
  const { t } = useWords();
  const [first] = ways;
  if (first === undefined) return <p className="hint">{t.noWayToPay}</p>;
  if (ways.length === 1) {
    return (
      <div className="ways single">
        <span className="ways-title">{t.payWith}</span>
        <WayWords way={first} />
      </div>
    );
  }
  return (
    <fieldset className="ways">
      <legend>{t.payWith}</legend>
      {ways.map((way) => (
        <label key={`${way.provider}/${way.channel}`} className="way">
          <input type="radio" name="way" checked={way === chosen} onChange={() => onChoose(way)} />
          <WayWords way={way} />
        </label>
      ))}
    </fieldset>
  );
}
