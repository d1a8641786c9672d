/**
 * The dialog in which the customer mends the cut-out of an ID photo with a brush. It shows the photo with the removed
 * part covered by the background colour.
 */

import { useEffect, useEffectEvent, useId, useReducer, useState } from 'react';
import { noStrokes } from '../../../src/domain/goods/cut-strokes.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { PhotoVerdict } from '../photo/check-photo.ts';
import type { CutOut } from '../photo/use-photo.ts';
import { useWords } from '../texts/words.ts';
import { shownArea } from './crop-area.ts';
import { hasStrokes, parseStrokes, strokesText } from './cut-strokes.ts';
import { MendStage } from './mend-stage.tsx';
import { MendStatus } from './mend-status.tsx';
import { BrushSize, brushRange, StepButtons, ToolChoice, ZoomChoice } from './mend-tools.tsx';
import { beginHistory, type HistoryStep, takeStep } from './stroke-history.ts';
import { useImage } from './use-image.ts';
import { useMendView } from './use-mend-view.ts';
import { useMendedCover } from './use-mended-cover.ts';
import { usePainting } from './use-painting.ts';
import type { MendTool } from './use-pointers.ts';

interface MendDialogProps {
  /** An object URL (`blob:`) of the small copy of the photo. */
  readonly photoUrl: string;
  /** The cut-out with `strokes`. */
  readonly cutOut: CutOut;
  readonly background: string;
  /** The text of the photo's strokes; empty: none. */
  readonly strokes: string;
  /** Whether the service has refused the photo for its cut-out. */
  readonly isRefused: boolean;
  readonly check: (strokes: string, signal: AbortSignal) => Promise<PhotoVerdict>;
  /** @param verdict null if the service has not checked the strokes. */
  readonly onDone: (strokes: string, verdict: PhotoVerdict | null) => void;
  readonly onClose: () => void;
}

/** Ctrl+Z undoes a stroke and Ctrl+Shift+Z redoes it, wherever the focus is in the dialog. */
function useStepKeys(onStep: (step: HistoryStep) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    onStep({ kind: event.shiftKey ? 'redo' : 'undo' });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

interface DiscardDialogProps {
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

function DiscardDialog({ onDiscard, onKeep }: DiscardDialogProps) {
  const { t } = useWords();
  return (
    <Dialog title={t.mendDiscardTitle} onClose={onKeep}>
      <p>{t.mendDiscardText}</p>
      <div className="actions">
        <button type="button" className="button danger" onClick={onDiscard}>
          {t.mendDiscard}
        </button>
        <button type="button" className="button quiet" onClick={onKeep}>
          {t.mendKeepPainting}
        </button>
      </div>
    </Dialog>
  );
}

function MendDesk(props: Omit<MendDialogProps, 'photoUrl'> & { readonly photo: HTMLImageElement }) {
  const { photo, cutOut, background, strokes: earlier, isRefused, check, onDone, onClose } = props;
  const { t } = useWords();
  const hintId = useId();
  const [history, step] = useReducer(takeStep, earlier, (text) => beginHistory(parseStrokes(text)));
  const [tool, setTool] = useState<MendTool>('remove');
  const [brushPx, setBrushPx] = useState<number>(brushRange.usual);
  const [isAsking, setAsking] = useState(false);
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  // A new cut-out can have a slightly different crop. The photo must not jump under the brush.
  const [area] = useState(() => shownArea(cutOut.crop, size));
  const view = useMendView(area);
  const painting = usePainting(size, (stroke) => step({ kind: 'paint', stroke }));
  const { strokes } = history;
  const painted = strokesText(strokes);
  // The service may be in doubt about a cut-out that is right. Then the customer decides by painting nothing.
  const text = painted === '' && (isRefused || earlier !== '') ? noStrokes : painted;
  const isPainting = painting.stroke !== null;
  const cover = useMendedCover({ start: cutOut, startText: earlier, strokes, text, isPainting, check });
  useStepKeys((taken) => {
    if (!isAsking) step(taken);
  });
  const isPainted = painted !== (hasStrokes(earlier) ? earlier : '');
  const close = () => (isPainted ? setAsking(true) : onClose());
  const finish = () => (text === earlier ? onClose() : onDone(text, cover.verdict));
  return (
    <>
      {/* Before the other dialog, so that it closes first and the button outside of both gets the focus again. */}
      {isAsking && <DiscardDialog onDiscard={onClose} onKeep={() => setAsking(false)} />}
      <Dialog title={t.mendTitle} onClose={close} width="screen">
        <p className="hint" id={hintId}>
          {t.mendHint} {isRefused && `${t.mendIfRight} `}
          <span className="mend-fingers">{t.mendFingers}</span>
          <span className="mend-keys">{t.mendKeys}</span>
        </p>
        <MendStage
          {...{ photo, background, strokes, tool, brushPx, view, painting, hintId }}
          cutOut={cover.cutOut}
          applied={cover.applied}
        />
        <div className="mend-controls">
          <ToolChoice tool={tool} onTool={setTool} />
          <div className="mend-sizes">
            <BrushSize brushPx={brushPx} onBrush={setBrushPx} />
            <ZoomChoice view={view} />
          </div>
          <StepButtons history={history} onStep={step} />
          <MendStatus cover={cover} isFull={history.isFull} />
          <div className="actions">
            <button type="button" className="button" onClick={finish}>
              {t.mendDone}
            </button>
            <button type="button" className="button quiet" onClick={close}>
              {t.mendCancel}
            </button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

export function MendDialog({ photoUrl, ...others }: MendDialogProps) {
  const { t } = useWords();
  const photo = useImage(photoUrl);
  if (photo !== null) return <MendDesk photo={photo} {...others} />;
  return (
    <Dialog title={t.mendTitle} onClose={others.onClose} width="screen">
      <p role="status">{t.loading}</p>
    </Dialog>
  );
}
