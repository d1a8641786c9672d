/**
 * The form for a size that is not in the list: width and height in pixels or millimetres, density, and the limits of
 * the file.
 */

import { useWords } from '../texts/words.ts';
import { type CustomSize, customPixels, faultOf } from './purpose.ts';

interface CustomSizeFormProps {
  readonly custom: CustomSize;
  readonly onCustom: (custom: CustomSize) => void;
}

type NumberField = Exclude<keyof CustomSize, 'unit'>;

const sides: readonly NumberField[] = ['width', 'height', 'dpi'];
const limits: readonly NumberField[] = ['kbMin', 'kbMax'];

export function CustomSizeForm({ custom, onCustom }: CustomSizeFormProps) {
  const { t } = useWords();
  const fault = faultOf(custom);
  const pixels = customPixels(custom);
  const field = (name: NumberField) => (
    <label key={name} className="custom-field">
      <span>{t.customFields[name]}</span>
      <input
        type="text"
        inputMode="numeric"
        name={name}
        value={custom[name]}
        maxLength={5}
        autoComplete="off"
        placeholder={name === 'dpi' ? '300' : ''}
        // A decimal point stays and is refused in words: without it, 35.5 would become 355.
        onChange={({ target }) => onCustom({ ...custom, [name]: target.value.replace(/[^\d.,]/g, '') })}
      />
    </label>
  );
  return (
    <div className="custom-size">
      <div className="custom-fields">
        {sides.map(field)}
        <label className="custom-field">
          <span>{t.customUnit}</span>
          <select
            value={custom.unit}
            onChange={({ target }) => onCustom({ ...custom, unit: target.value === 'mm' ? 'mm' : 'px' })}
          >
            <option value="mm">mm</option>
            <option value="px">px</option>
          </select>
        </label>
        {limits.map(field)}
      </div>
      <p className={fault === null || fault === 'missing' ? 'hint' : 'hint custom-fault'} role="status">
        {fault === null && pixels !== null
          ? t.customPixels(pixels.widthPx, pixels.heightPx)
          : t.customFaults[fault ?? 'missing']}
      </p>
    </div>
  );
}
