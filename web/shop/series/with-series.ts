/** The checkout panel of one photo, changed for several: the number of photos, their price, and the button. */

import { formatMoney } from '../../../src/domain/format-money.ts';
import type { ShopConfig } from '../api/types.ts';
import type { CheckoutPanelProps } from '../checkout/checkout-panel.tsx';
import type { UnitPrice } from '../parts/unit-price.ts';
import type { Texts } from '../texts/en.ts';
import type { SeriesForm } from './use-series-form.ts';

interface Several {
  readonly series: SeriesForm;
  readonly price: UnitPrice;
  readonly config: ShopConfig;
  readonly t: Texts;
  readonly locale: string;
}

export function withSeries(
  panel: CheckoutPanelProps,
  { series, price: { unitMinor, fullMinor }, config, t, locale }: Several,
): CheckoutPanelProps {
  const { counts, busy, error, errorTitle } = series;
  const money = (minor: number) => formatMoney(minor, config.currency, locale);
  const priceMinor = unitMinor * counts.passed;
  const notOrdered = counts.refused + counts.failed;
  return {
    ...panel,
    choices: [
      t.photosAt(counts.passed, money(unitMinor)),
      ...(notOrdered > 0 ? [t.photosNotOrdered(notOrdered)] : []),
      ...panel.choices,
    ],
    priceMinor,
    fullPriceMinor: fullMinor === null ? null : fullMinor * counts.passed,
    checkout: { ...panel.checkout, busy, error },
    errorTitle,
    label: counts.passed === 0 ? t.order : t.orderPhotos(counts.passed, money(priceMinor)),
    orderCount: counts.passed,
    promise: t.safeSeries,
  };
}
