import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { standardOutput } from './log-output.js';
import type { Settings } from './settings.js';

export type Log = Logger;

/** Members of a logged object that may carry personal data or secrets, at the top or one level down. */
const PERSONAL = [
  'lead',
  'tracking',
  'answers',
  'consent',
  'extra',
  'personal',
  'address',
  'email',
  'phone',
  'first_name',
  'last_name',
  'body',
  'headers',
  'authorization',
  'identitySecret',
  'identitySecrets',
  'dataKeys',
  'healthToken',
  'mongoUrl',
  'redisUrl',
  'outboundProxy',
];

/** The text without parts that may quote input: quoted text, e-mail addresses and runs of digits. */
const withoutQuotes = (text: string): string =>
  text
    .replace(/["'`{].*["'`}]/gs, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/\d{5,}/g, '…')
    .slice(0, 300);

/** Only the stack's frames: the message at its start may quote input. */
const framesOf = (stack: string | undefined): string[] =>
  (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 15)
    .map((line) => line.trim());

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  /** The file or folder of an error of the file system, as a setting names it. */
  readonly path?: string;
  readonly stack: readonly string[];
  readonly cause?: LoggedError;
}

/**
 * An error as the log shows it: a few known members, and a message without quoted input. Parsers' errors hold the
 * body that failed (in `body` and in the message), and duplicate-key errors hold values.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: [] };
  const { code, type, path, syscall } = error as Readonly<Record<string, unknown>> & Error;
  const bodyFault = typeof type === 'string' && type.startsWith('entity.') ? type : undefined;
  const quotesInput = bodyFault !== undefined || error instanceof SyntaxError;
  return {
    type: error.name,
    message: quotesInput ? (bodyFault ?? 'syntax error') : withoutQuotes(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(typeof path === 'string' && typeof syscall === 'string' ? { path } : {}),
    stack: framesOf(error.stack),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: errorForLog(error.cause, depth + 1) }),
  };
}

const serializeError = (error: unknown): LoggedError => errorForLog(error);

/** The least of pino's levels that is written at once. */
const WARN = 40;

/** For a line without a message, pino would log the error's raw message. This logs the error's name instead. */
const hooksOf = (flush: () => void): NonNullable<LoggerOptions['hooks']> => ({
  logMethod(args, method, level) {
    const [first] = args as readonly unknown[];
    const error = first instanceof Error ? first : (first as { err?: unknown } | null | undefined)?.err;
    if (error instanceof Error && args.length < 2)
      method.apply(this, [first, error.name] as unknown as typeof args);
    else method.apply(this, args);
    if (level >= WARN) flush();
  },
});

/**
 * Writes JSON lines to stdout, within a tenth of a second, warnings at once. There is one logger for each process. Lines
 * about a call, search or lead come from `log.child({ request_id, search_id, lead_id })`.
 */
export function createLogger(
  settings: Pick<Settings, 'logLevel'>,
  processName: string,
  destination?: DestinationStream,
): Log {
  const output = destination ? undefined : standardOutput();
  const options: LoggerOptions = {
    level: settings.logLevel,
    base: { process: processName, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError },
    redact: { paths: PERSONAL.flatMap((name) => [name, `*.${name}`]), censor: '[personal]' },
    hooks: hooksOf(() => output?.flush()),
  };
  return pino(options, destination ?? output);
}
