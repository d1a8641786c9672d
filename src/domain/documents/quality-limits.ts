/**
 * The quality lines of a photo report with their limits, after ISO/IEC 29794-5. A photo outside a limit gets a warning,
 * and is still accepted. The limits were chosen so that good portraits of light and dark skin pass:
 * `npm run eval -- measures` prints how many photos are outside each limit.
 */

interface Limits {
  readonly range: readonly [min: number | null, max: number | null];
  readonly unit: 'share' | 'level' | 'bits' | 'degrees' | 'ratio' | 'px';
  /** The measure that is compared, if its name differs from that of the line. */
  readonly measure?: string;
}

const limitsByLine = {
  illumination_uniformity: { range: [0.25, null], unit: 'share' },
  luminance_mean: { range: [0.2, 0.82], unit: 'share' },
  luminance_variance: { range: [0.003, 0.08], unit: 'ratio' },
  under_exposure: { range: [null, 0.2], unit: 'share' },
  over_exposure: { range: [null, 0.1], unit: 'share' },
  dynamic_range: { range: [5.2, null], unit: 'bits' },
  natural_colour: { range: [null, 8], unit: 'level' },
  sharpness: { range: [0.003, null], unit: 'ratio' },
  compression: { range: [null, 4], unit: 'ratio' },
  eyes_open: { range: [0.3, null], unit: 'share' },
  eyes_visible: { range: [0.3, null], unit: 'share' },
  mouth_closed: { range: [null, 0.1], unit: 'ratio', measure: 'mouth_opening' },
  neutral_expression: { range: [null, 0.66], unit: 'ratio', measure: 'mouth_width' },
  inter_eye_distance: { range: [40, null], unit: 'px', measure: 'inter_eye_px' },
  yaw: { range: [-20, 20], unit: 'degrees' },
  pitch: { range: [-20, 20], unit: 'degrees' },
  roll: { range: [-6, 6], unit: 'degrees' },
} as const satisfies Readonly<Record<string, Limits>>;

type ByLine = typeof limitsByLine;

export type QualityLineName = keyof ByLine;

export type QualityMeasureName = {
  [Name in QualityLineName]: ByLine[Name] extends { readonly measure: infer Measure } ? Measure : Name;
}[QualityLineName];

export interface QualityLimit {
  readonly name: QualityLineName;
  readonly measure: QualityMeasureName;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: Limits['unit'];
}

export const qualityLineNames = Object.keys(limitsByLine) as readonly QualityLineName[];

export const qualityLimits: readonly QualityLimit[] = qualityLineNames.map((name) => {
  const { range, unit, ...others } = limitsByLine[name];
  const [min, max] = range;
  return {
    name,
    measure: ('measure' in others ? others.measure : name) as QualityMeasureName,
    min,
    max,
    unit,
  };
});
