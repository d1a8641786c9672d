/** The tools of the dialog: what the brush does and its size, the zoom, undo and redo. */

import { Icon, type IconName } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';
import type { HistoryStep, StrokeHistory } from './stroke-history.ts';
import type { MendView } from './use-mend-view.ts';
import type { MendTool } from './use-pointers.ts';
import { zoomMax } from './view.ts';

/** The radius of the brush in CSS pixels. */
export const brushRange = { min: 4, usual: 14, max: 48 } as const;

const tools = [
  { tool: 'remove', icon: 'minus' },
  { tool: 'keep', icon: 'plus' },
  { tool: 'move', icon: 'move' },
] as const satisfies readonly { readonly tool: MendTool; readonly icon: IconName }[];

interface ToolChoiceProps {
  readonly tool: MendTool;
  readonly onTool: (tool: MendTool) => void;
}

export function ToolChoice({ tool, onTool }: ToolChoiceProps) {
  const { t } = useWords();
  return (
    <fieldset className="mend-tools">
      <legend className="visually-hidden">{t.mendTool}</legend>
      {tools.map((each) => (
        <label key={each.tool} className={each.tool}>
          <input
            type="radio"
            name="mend-tool"
            value={each.tool}
            checked={tool === each.tool}
            onChange={() => onTool(each.tool)}
          />
          <Icon name={each.icon} />
          <span>{t.mendTools[each.tool]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface BrushSizeProps {
  readonly brushPx: number;
  readonly onBrush: (brushPx: number) => void;
}

export function BrushSize({ brushPx, onBrush }: BrushSizeProps) {
  const { t } = useWords();
  return (
    <label className="mend-brush">
      <span>{t.mendBrush}</span>
      <input
        type="range"
        name="mend-brush"
        min={brushRange.min}
        max={brushRange.max}
        value={brushPx}
        onChange={({ target }) => onBrush(Number(target.value))}
      />
    </label>
  );
}

export function ZoomChoice({ view: { zoom, step } }: { readonly view: MendView }) {
  const { t, locale } = useWords();
  const shown = zoom.toLocaleString(locale, { maximumFractionDigits: 1 });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div className="mend-zoom" role="group" aria-label={t.mendZoom}>
      <button type="button" aria-label={t.mendZoomOut} aria-disabled={zoom <= 1} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <output>{t.mendZoomed(shown)}</output>
      <button type="button" aria-label={t.mendZoomIn} aria-disabled={zoom >= zoomMax} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}

interface StepButtonsProps {
  readonly history: StrokeHistory;
  readonly onStep: (step: HistoryStep) => void;
}

/** A button that cannot be used now stays reachable, so that it does not lose the focus when it was pressed. */
export function StepButtons({ history, onStep }: StepButtonsProps) {
  const { t } = useWords();
  const steps = [
    { kind: 'undo', label: t.mendUndo, icon: 'undo', isPossible: history.past.length > 0 },
    { kind: 'redo', label: t.mendRedo, icon: 'redo', isPossible: history.future.length > 0 },
    { kind: 'start-again', label: t.mendStartAgain, icon: 'again', isPossible: history.strokes.length > 0 },
  ] as const;
  return (
    <div className="mend-steps">
      {steps.map(({ kind, label, icon, isPossible }) => (
        <button
          key={kind}
          type="button"
          className="button quiet small"
          aria-disabled={!isPossible}
          onClick={() => onStep({ kind })}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}
