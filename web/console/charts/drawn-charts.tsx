/** Bar and ring charts. Screen readers do not read the charts but the summary in `Chart`. */

import '@mantine/charts/styles.css';
import { BarChart, DonutChart } from '@mantine/charts';

export interface Series {
  /** The name of the field of each row that this series shows. */
  readonly name: string;
  readonly label: string;
  readonly color: string;
}

interface BarsProps {
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly dataKey: string;
  readonly series: readonly Series[];
  readonly height: number;
  readonly format: (value: number) => string;
  readonly isStacked?: boolean;
  /** Whether the bars are horizontal with the names at the side, for few rows with long names. */
  readonly isSideways?: boolean;
  readonly axisWidth?: number;
}

export function DrawnBars(props: BarsProps) {
  const { rows, dataKey, series, height, format, isStacked = false, isSideways = false, axisWidth } = props;
  return (
    <BarChart
      h={height}
      data={rows.map((row) => ({ ...row }))}
      dataKey={dataKey}
      series={[...series]}
      type={isStacked ? 'stacked' : 'default'}
      orientation={isSideways ? 'vertical' : 'horizontal'}
      valueFormatter={format}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: 'bottom', itemSorter: null }}
      gridAxis={isSideways ? 'y' : 'x'}
      gridProps={{ syncWithTicks: true }}
      barChartProps={{ margin: { top: 8 } }}
      tickLine="none"
      maxBarWidth={36}
      xAxisProps={{ minTickGap: 12, ...(isSideways ? { allowDecimals: false } : {}) }}
      yAxisProps={{ width: axisWidth ?? (isSideways ? 130 : 64), allowDecimals: false }}
      accessibilityLayer={false}
    />
  );
}

interface RingProps {
  readonly parts: readonly { readonly name: string; readonly value: number; readonly color: string }[];
  readonly size: number;
  readonly label: string;
}

export function DrawnRing({ parts, size, label }: RingProps) {
  return (
    <DonutChart
      data={parts.map((part) => ({ ...part }))}
      size={size}
      // Mantine would enlarge the frame of the ring with the text, but not the ring.
      style={{ '--chart-size': `${size}px` }}
      thickness={22}
      paddingAngle={2}
      chartLabel={label}
      tooltipDataSource="segment"
      pieChartProps={{ accessibilityLayer: false }}
    />
  );
}
