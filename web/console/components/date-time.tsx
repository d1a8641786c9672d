/** An instant in the shop's zone; the exact one in UTC when pointed at. */

import { useSession } from '../session/use-session.ts';
import { locale, t } from '../texts/words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

export type WhenStyle = 'minute' | 'second' | 'day' | 'time';

const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };

const optionsOf: Readonly<Record<WhenStyle, Intl.DateTimeFormatOptions>> = {
  minute: { ...day, ...time },
  second: { ...day, ...time, second: '2-digit' },
  day,
  time: { ...time, second: '2-digit' },
};

function yearIn(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(at);
}

/** The year is told where it is not this one. */
export function formatWhen(at: string, zone: string, style: WhenStyle): string {
  const instant = new Date(at);
  const withYear = style !== 'time' && yearIn(instant, zone) !== yearIn(new Date(), zone);
  const key = `${zone} ${style} ${withYear}`;
  let format = formats.get(key);
  if (format === undefined) {
    const year: Intl.DateTimeFormatOptions = withYear ? { year: 'numeric' } : {};
    format = new Intl.DateTimeFormat(locale, { ...optionsOf[style], ...year, timeZone: zone });
    formats.set(key, format);
  }
  return format.format(instant);
}

interface WhenProps {
  /** UTC, or null where it has not happened. */
  readonly at: string | null;
  readonly style?: WhenStyle;
  readonly none?: string;
}

export function When({ at, style = 'minute', none = '–' }: WhenProps) {
  const { shop } = useSession();
  if (at === null) return none;
  return (
    <time dateTime={at} title={t('{time} UTC', { time: at.replace('T', ' ').replace(/\.\d+Z$|Z$/, '') })}>
      {formatWhen(at, shop.time_zone, style)}
    </time>
  );
}
