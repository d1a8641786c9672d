/** Roughly what an ID photo's frame will hold, and the colours it can stand on. The service places the frame. */

import { type Color, colors } from '../api/types.ts';
import { useWords } from '../texts/language.ts';

/** Head and shoulders, 25 × 35. */
function Figure({ className }: { readonly className: string }) {
  return (
    <svg className={className} viewBox="0 0 50 70" aria-hidden="true">
      <ellipse cx="25" cy="29" rx="12" ry="15.5" />
      <path d="M3 70c0-15 8-20 22-21 14 1 22 6 22 21" />
    </svg>
  );
}

interface IdPreviewProps {
  readonly photoUrl: string | null;
  readonly color: Color;
  readonly onColor: (color: Color) => void;
}

export function ColorChoice({ color, onColor }: Omit<IdPreviewProps, 'photoUrl'>) {
  const { t } = useWords();
  return (
    <fieldset className="colors">
      <legend>{t.colorStep}</legend>
      {colors.map((each) => (
        <label key={each} className="color">
          <input
            type="radio"
            name="color"
            value={each}
            checked={each === color}
            onChange={() => onColor(each)}
          />
          <span className={`swatch ${each}`}>
            <Figure className="figure-solid" />
          </span>
          <span>{t.colors[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface CropPreviewProps {
  readonly photoUrl: string;
  readonly color: Color;
  /** Width by height of the sold picture. */
  readonly shape: number;
}

export function CropPreview({ photoUrl, color, shape }: CropPreviewProps) {
  const { t } = useWords();
  return (
    <figure className="crop">
      <div className={`crop-frame ${color}`} style={{ aspectRatio: shape }}>
        <img src={photoUrl} alt={t.crop} />
        <Figure className="figure-line" />
      </div>
      <figcaption>
        <strong>{t.crop}</strong>
        <span>{t.cropNote}</span>
      </figcaption>
    </figure>
  );
}
