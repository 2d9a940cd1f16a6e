import { InvalidArgumentError } from 'commander';
import { answerText } from '../../core/delivery/answer-text.js';
import type { Exchange, KeptAnswer } from '../../core/exchanges/exchange.js';
import { ANSWER_LIMIT_BYTES, type HttpResponse } from '../../core/delivery/http-result.js';
import { CliError } from '../cli-error.js';
import { readBytes, readSources } from '../read-sources.js';

export interface TryOptions {
  readonly lead?: string;
  readonly program?: string;
  readonly file?: string[];
  readonly submit?: boolean;
  readonly answer?: string;
  readonly status?: number;
  readonly header?: Readonly<Record<string, string>>;
  readonly heard?: string;
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
export const isAnswered = ({ answer, status, header, heard }: TryOptions): boolean =>
  heard !== undefined || answer !== undefined || status !== undefined || header !== undefined;

/** The sample answer in the options. Throws a CliError if its file can't be read or exceeds the workers' limit. */
export function sampleOf(options: TryOptions): HttpResponse | undefined {
  const { answer, status = 200, header: headers = {} } = options;
  if (!isAnswered(options)) return undefined;
  if (options.heard !== undefined) return answerHeard(options.heard, options);
  const bytes = answer === undefined ? Buffer.alloc(0) : readBytes(answer);
  if (bytes.length > ANSWER_LIMIT_BYTES)
    throw new CliError(
      `${String(answer)} is over 256 KiB; workers cut off such an answer, and its outcome is unknown`,
    );
  const { text, ...charset } = answerText(bytes, headers['content-type'] ?? '');
  return { status, headers, body: text, ...charset };
}

/** The newest answer in a file of `leadkeep lead show ID --attempt 1 --reveal --json`. Throws a CliError without one. */
function answerHeard(file: string, { answer, status, header }: TryOptions): HttpResponse {
  if (answer !== undefined || status !== undefined || header !== undefined)
    throw new CliError('Use either --heard or a sample answer (--answer, --status, --header), not both');
  const { outcome, answer: kept } = heardExchanges(readSources([file])[0]?.text ?? '').at(-1) ?? {};
  if (!kept)
    throw new CliError(
      `${file} holds no answer: it must be JSON of leadkeep lead show … --attempt 1 --reveal --json`,
    );
  if (outcome !== 'answered' || kept.status === undefined)
    throw new CliError(
      `The answer in ${file} broke off, or is none that can be read, so no outcome is read from it`,
    );
  if (kept.body.cut_of !== undefined)
    throw new CliError(`The answer in ${file} was too long to be kept whole, so no rule can read it`);
  return { status: kept.status, headers: kept.headers, body: kept.body.text };
}

type HeardExchange = Pick<Exchange, 'outcome'> & { readonly answer: KeptAnswer };

function heardExchanges(text: string): HeardExchange[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.flatMap((one) => {
    const { outcome, answer } = (one ?? {}) as {
      readonly outcome?: unknown;
      readonly answer?: Partial<KeptAnswer>;
    };
    const isWhole = typeof answer?.headers === 'object' && typeof answer.body?.text === 'string';
    return isWhole ? [{ outcome, answer } as HeardExchange] : [];
  });
}
