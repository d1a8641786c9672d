/** An instant in the shop's time zone; the tooltip shows it in UTC. */

import { type DateTimeStyle, dateTimeText } from '../format/date-time-text.ts';
import { useSession } from '../session/use-session.ts';
import { useWords } from '../texts/words.ts';

interface DateTimeProps {
  /** ISO 8601 in UTC; null for what has not happened. */
  readonly at: string | null;
  readonly style?: DateTimeStyle;
  readonly none?: string;
}

export function DateTime({ at, style = 'minute', none = '–' }: DateTimeProps) {
  const { t } = useWords();
  const { shop } = useSession();
  if (at === null) return none;
  return (
    <time dateTime={at} title={t.common.utc(at.replace('T', ' ').replace(/\.\d+Z$|Z$/, ''))}>
      {dateTimeText(at, shop.time_zone, style)}
    </time>
  );
}
