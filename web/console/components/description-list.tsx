/** Names and values, as a description list. */

import type { ReactNode } from 'react';

type Item = readonly [name: string, value: ReactNode];

export function DescriptionList({ items }: { readonly items: readonly Item[] }) {
  return (
    <dl className="description-list">
      {items.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="untrusted-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
