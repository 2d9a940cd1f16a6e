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
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    if (text !== '') out.write(text);
  };
  setInterval(flush, FLUSH_MS).unref();
  process.on('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= MAX_TEXT) flush();
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
