/** Parses Server-Sent Events (WHATWG HTML, 9.2.6), piece by piece. */

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  /** The last `id` so far; null before the first. */
  readonly id: string | null;
}

const longestLine = 1_000_000;

/** @throws Error when the stream is no event stream: a line without end. */
export async function* eventsOf(pieces: AsyncIterable<string>): AsyncGenerator<StreamEvent> {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | null = null;
  for await (const piece of pieces) {
    rest += piece;
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('the event stream has a line without end');
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id };
        event = '';
        data = [];
        continue;
      }
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') id = value;
    }
  }
}
