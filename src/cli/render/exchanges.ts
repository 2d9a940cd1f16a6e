import type { Exchange, KeptAnswer, KeptText } from '../../core/exchanges/exchange.js';
import type { Names } from '../../core/catalogue/names-of.js';
import { formatLength, formatTime } from './time.js';

const KINDS: Readonly<Record<Exchange['kind'], string>> = {
  delivery: 'Delivery',
  search: 'Partner search',
  follow_up: 'Follow-up',
  verification: 'Verification',
  callback: 'Callback',
  webhook: 'Webhook',
  postback: 'Postback',
};

/** Requests and answers, one below the other, as the parties would see them. */
export const renderExchanges = (exchanges: readonly Exchange[], names: Names): string =>
  exchanges.map((one) => renderExchange(one, names)).join('\n\n');

function renderExchange(exchange: Exchange, names: Names): string {
  const { kind, number, destination, at, took_ms, outcome, detail, request, answer } = exchange;
  const place =
    ['delivery', 'follow_up', 'callback'].includes(kind) && number > 0 ? `, attempt ${number}` : '';
  const to = kind === 'callback' ? '' : ` to ${names(destination)}`;
  return [
    `${KINDS[kind]}${to}${place} at ${formatTime(at)}: ${outcome.replace('_', ' ')} after ${formatLength(took_ms)}`,
    ...(detail === undefined ? [] : [`  ${detail}`]),
    '',
    ...message(`${request.method} ${request.url}`, request.headers, request.body, '> '),
    '',
    ...(answer ? message(firstOf(answer), answer.headers, answer.body, '< ') : ['(nothing was heard)']),
  ].join('\n');
}

const firstOf = ({ status }: KeptAnswer): string | undefined =>
  status === undefined ? undefined : `HTTP ${status}`;

/** `first` is absent if the body is all that came, with its first line. */
function message(
  first: string | undefined,
  headers: Readonly<Record<string, string>>,
  body: KeptText | undefined,
  mark: string,
): string[] {
  const head = first === undefined ? [] : [first];
  const blank = first === undefined ? [] : [''];
  const text = body === undefined || body.text === '' ? [] : [...blank, ...body.text.split(/\r?\n/)];
  const cut = body?.cut_of === undefined ? [] : [`(cut: ${body.text.length} of ${body.cut_of} characters)`];
  return [
    ...head,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...text,
    ...cut,
  ].map((line) => `${mark}${line}`.trimEnd());
}
