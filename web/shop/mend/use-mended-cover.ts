/**
 * Has the service apply the strokes after each pause in the painting, one check at a time, so that the customer sees
 * the cut-out that the order would get.
 */

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PhotoVerdict } from '../photo/check-photo.ts';
import type { CutOut } from '../photo/use-photo.ts';
import type { Stroke } from './cut-strokes.ts';

/** A customer who paints one stroke after the other causes one check and not one for each stroke. */
const pauseMs = 700;

export type CoverStatus =
  /** Nothing has been checked in this dialog. */
  | { readonly kind: 'first' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly verdict: PhotoVerdict };

export interface MendedCover {
  readonly status: CoverStatus;
  /** The newest cut-out of the service. */
  readonly cutOut: CutOut;
  /** The strokes that `cutOut` contains. */
  readonly applied: ReadonlySet<Stroke>;
  /** The verdict on the present strokes; null if they have not been checked, or if the check failed. */
  readonly verdict: PhotoVerdict | null;
  retry(): void;
}

interface MendedCoverOptions {
  /** The cut-out with which the dialog began. */
  readonly start: CutOut;
  /** The text for which the service made `start`. */
  readonly startText: string;
  readonly strokes: readonly Stroke[];
  /** The text of `strokes` for the service. */
  readonly text: string;
  readonly isPainting: boolean;
  readonly check: (strokes: string, signal: AbortSignal) => Promise<PhotoVerdict>;
}

export function useMendedCover(options: MendedCoverOptions): MendedCover {
  const { start, startText, strokes, text, isPainting, check } = options;
  const [shown, setShown] = useState(() => ({ cutOut: start, applied: new Set(strokes) }));
  /** The strokes of the last check, also of one that failed; null: check again. */
  const [checkedText, setCheckedText] = useState<string | null>(startText);
  const [status, setStatus] = useState<CoverStatus>({ kind: 'first' });
  const closing = useRef<AbortController | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);

  const run = useEffectEvent(async () => {
    const signal = closing.current?.signal;
    if (signal === undefined) return;
    setStatus({ kind: 'checking' });
    const verdict = await check(text, signal);
    if (signal.aborted) return;
    setCheckedText(text);
    setStatus({ kind: 'checked', verdict });
    if (verdict.kind !== 'good' && verdict.kind !== 'bad') return;
    const { preview, crop } = verdict;
    if (preview !== null && crop !== null) setShown({ cutOut: { preview, crop }, applied: new Set(strokes) });
  });
  const isDue = text !== checkedText && !isPainting && status.kind !== 'checking';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new stroke begins the pause again
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => void run(), pauseMs);
    return () => clearTimeout(timer);
  }, [isDue, text]);
  const verdict = status.kind === 'checked' && text === checkedText ? status.verdict : null;
  return {
    status,
    ...shown,
    verdict: verdict?.kind === 'good' || verdict?.kind === 'bad' ? verdict : null,
    retry: () => setCheckedText(null),
  };
}
