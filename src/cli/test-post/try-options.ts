import { InvalidArgumentError } from 'commander';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import { ANSWER_LIMIT_BYTES } from '../../core/delivery/http-outcome.js';
import { CliError } from '../cli-error.js';
import { readSources } from '../read-sources.js';

export interface TryOptions {
  readonly lead?: string;
  readonly program?: string;
  readonly file?: string[];
  readonly submit?: boolean;
  readonly answer?: string;
  readonly status?: number;
  readonly header?: Readonly<Record<string, string>>;
  readonly send?: boolean;
  readonly json?: boolean;
}

/** Parses `Name: value` and adds it to the earlier headers, with the name in lower case. */
export function headerArgument(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const parts = /^([\w-]+):\s*(.*)$/.exec(text);
  if (!parts) throw new InvalidArgumentError('It must be a header like "content-type: text/plain".');
  return { ...before, [(parts[1] ?? '').toLowerCase()]: parts[2] ?? '' };
}

/** Parses a final HTTP status. */
export function statusArgument(text: string): number {
  if (!/^[2-5]\d\d$/.test(text)) throw new InvalidArgumentError('It must be a status from 200 to 599.');
  return Number(text);
}

/** Whether there is a sample answer: a status or a header without a body is enough. */
export const isAnswered = ({ answer, status, header }: TryOptions): boolean =>
  answer !== undefined || status !== undefined || header !== undefined;

/** The sample answer in the options. Throws a CliError if its file can't be read or exceeds the workers' limit. */
export function sampleOf(options: TryOptions): HttpAnswer | undefined {
  const { answer, status = 200, header: headers = {} } = options;
  if (!isAnswered(options)) return undefined;
  const body = answer === undefined ? '' : (readSources([answer])[0]?.text ?? '');
  if (Buffer.byteLength(body) > ANSWER_LIMIT_BYTES)
    throw new CliError(
      `${String(answer)} is over 256 KiB; workers cut off such an answer, and its outcome is unknown`,
    );
  return { status, headers, body };
}
