/** A link to a view of this page. It has a real address; a plain click shows the view without a reload. */

import type { MouseEvent, ReactNode } from 'react';
import { navigate, type Route, urlOf } from '../route.ts';

interface LinkProps {
  readonly to: Route;
  readonly className?: string;
  readonly children: ReactNode;
  readonly current?: boolean;
  /** Runs before the view is shown. */
  readonly before?: () => Promise<void>;
}

export function Link({ to, className, children, current = false, before }: LinkProps) {
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (before === undefined) navigate(to);
    else void before().then(() => navigate(to));
  }
  return (
    <a href={urlOf(to)} onClick={follow} className={className} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}
