import { pino, type DestinationStream } from 'pino';

/** How long a line may wait for others … */
const FLUSH_MS = 100;

/** … and how much text waits at most. */
const MAX_TEXT = 16_384;

export interface LogOutput extends DestinationStream {
  /** Writes what waits. */
  flush(): void;
}

/** Writes lines together, and those that still wait when the process ends. */
export function joinLines(out: DestinationStream): LogOutput {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') out.write(text);
  };
  process.on('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= MAX_TEXT) flush();
      else timer ??= setTimeout(flush, FLUSH_MS).unref();
    },
    flush,
  };
}

let standard: LogOutput | undefined;

/**
 * Standard output, to which lines go together: a write for each line costs a busy `web` as much as a command to Redis. What
 * waits when the process is killed is lost.
 */
export const standardOutput = (): LogOutput => (standard ??= joinLines(pino.destination(1)));
