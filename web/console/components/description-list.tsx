/** Names and values, as a description list. */

import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="strangers-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
