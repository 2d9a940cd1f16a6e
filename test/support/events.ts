import { get, type IncomingMessage } from 'node:http';

export interface TestEvent {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream of server-sent events, as a client reads it. */
export interface Events {
  readonly status: number;
  readonly type: string | undefined;
  readonly requestId: unknown;
  /** What it says to proxies that buffer. */
  readonly buffering: unknown;
  /** The body of an answer that is no stream. */
  body(): Readonly<Record<string, unknown>> | undefined;
  next(): Promise<TestEvent>;
  /** Reads on to the event `done`. */
  untilDone(): Promise<TestEvent>;
  /** Whether the server has ended it. */
  ended(): Promise<boolean>;
  leave(): void;
}

/** Resolves when the headers are there; an answer that is no stream is read first. */
export async function openEvents(url: string, headers: object): Promise<Events> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { ...headers }, agent: false }, resolve).on('error', reject);
  });
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  const came: TestEvent[] = [];
  const waiting: ((event: TestEvent) => void)[] = [];
  let text = '';
  const end = new Promise<boolean>((resolve) => {
    response.on('end', () => {
      resolve(true);
    });
    response.on('error', () => {
      resolve(false);
    });
  });
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (!isStream) return;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const event of blocks.flatMap(eventOf)) (waiting.shift() ?? ((one) => came.push(one)))(event);
  });
  if (!isStream) await end;
  const next = (): Promise<TestEvent> => {
    const [first] = came.splice(0, 1);
    return first
      ? Promise.resolve(first)
      : new Promise((resolve) => {
          waiting.push(resolve);
        });
  };
  return {
    status: response.statusCode ?? 0,
    type: response.headers['content-type'],
    requestId: response.headers['x-request-id'],
    buffering: response.headers['x-accel-buffering'],
    body: () => (isStream || text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)),
    next,
    async untilDone() {
      for (;;) {
        const event = await next();
        if (event.event === 'done') return event;
      }
    },
    ended: () => end,
    leave: () => response.destroy(),
  };
}

/** A block without data is a comment or a setting. */
function eventOf(block: string): TestEvent[] {
  const of = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = of('data');
  if (data === undefined) return [];
  return [{ event: of('event') ?? '', id: of('id') ?? '', data: JSON.parse(data) as TestEvent['data'] }];
}
