/** The free extras of a finished ID photo: sheets to print, and the other background colours. */

import type { OrderDetails } from '../api/types.ts';
import { useWords } from '../texts/words.ts';
import { OtherBackgrounds } from './other-backgrounds.tsx';
import { PrintSheets } from './print-sheets.tsx';

interface PhotoExtrasProps {
  readonly orderNo: string;
  readonly details: OrderDetails;
  /** The file of the finished picture. */
  readonly picture: string;
}

export function PhotoExtras({ orderNo, details, picture }: PhotoExtrasProps) {
  const { t } = useWords();
  return (
    <section className="panel extras">
      <h2>{t.extras}</h2>
      <p className="hint">{t.extrasText}</p>
      <PrintSheets orderNo={orderNo} details={details} picture={picture} />
      <OtherBackgrounds orderNo={orderNo} details={details} />
    </section>
  );
}
