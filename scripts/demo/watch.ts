/** Follows the event stream of an order and draws a progress bar. */

const barWidth = 30;

function draw(title: string, fraction: number, note: string): void {
  const filled = Math.round(fraction * barWidth);
  const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
  const line = `${bar} ${String(Math.round(fraction * 100)).padStart(3)} %  ${title} ${note}`;
  // Without a terminal, print only the finished bar.
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`);
  else if (fraction === 1) process.stdout.write(line);
}

/** Resolves when the order is done. Rejects when the order fails or the stream ends early. */
export async function watchUntilDone(
  baseUrl: string,
  orderNo: string,
  token: string | null,
  title: string,
): Promise<void> {
  const url = `${baseUrl}/index.php/v1/order_events?order_no=${orderNo}`;
  const headers = new Headers({ accept: 'text/event-stream' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const answer = await fetch(url, { headers });
  if (!answer.ok || answer.body === null) throw new Error(`order_events answered ${answer.status}`);
  const startedAt = performance.now();
  for await (const { event, data } of events(answer.body)) {
    if (event === 'progress') draw(title, Number(data.fraction), '');
    if (event === 'queue') draw(title, 0, `(${String(data.place)} before it)`);
    if (event !== 'order') continue;
    if (data.deal_status === 'done') {
      draw(title, 1, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      process.stdout.write('\n');
      return;
    }
    if (data.deal_status === 'fail') throw new Error(`${title} failed: ${JSON.stringify(data)}`);
  }
  throw new Error(`the stream of ${title} ended early`);
}

interface StreamEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Parses the subset of Server-Sent Events that the service writes: one `data` line per event. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const event = /^event: ?(.*)$/m.exec(block)?.[1];
      const data = /^data: ?(.*)$/m.exec(block)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: parseObject(data) };
    }
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
