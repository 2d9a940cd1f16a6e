import { createLogger, type Log } from '../../src/platform/process/logger.js';

export interface CapturedLog {
  readonly log: Log;
  /** Every line so far, of all levels. */
  readonly text: () => string;
  /** The lines so far, read. */
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
}

/** The real logger, writing into memory. */
export function captureLog(): CapturedLog {
  const written: string[] = [];
  const write = (line: string): void => {
    written.push(line);
  };
  return {
    log: createLogger({ logLevel: 'trace' }, 'web', { write }),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
