import type { Exchange, KeptText } from '../exchanges/exchange.js';
import type { LeadData } from '../lead/lead-data.js';
import { keyFilter, maskKeys } from './mask-keys.js';
import { mapValues, maskAnything } from './mask.js';

const DOTS = '•••';
/** Headers that say nothing about a person. */
const SHOWN = new Set([
  ...['accept', 'content-encoding', 'content-length', 'content-type', 'date', 'idempotency-key'],
  ...['retry-after', 'server', 'user-agent', 'webhook-id', 'webhook-timestamp'],
]);

/**
 * What was said, without personal data: the form of each text is shown, with what its members are called, but not what
 * they hold. Without the lead that it is about, no name of a member is shown.
 */
export function maskExchange({ request, answer, ...rest }: Exchange, lead: LeadData | undefined): Exchange {
  const isShown = lead ? keyFilter(lead) : () => false;
  const body = (text: KeptText): KeptText => ({ ...text, text: maskText(text.text, isShown) });
  return {
    ...rest,
    request: {
      method: request.method,
      url: WHOLE_URL.has(rest.kind) ? originOf(request.url) : maskUrl(request.url),
      headers: maskHeaderValues(request.headers),
      ...(request.body && { body: body(request.body) }),
    },
    ...(answer && {
      answer: { ...answer, headers: maskHeaderValues(answer.headers), body: body(answer.body) },
    }),
  };
}

const maskHeaderValues = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SHOWN.has(name.toLowerCase()) ? value : DOTS]),
  );

/** Shows whom it went to. The path comes from the catalogue, or holds a reference; the query may hold a person. */
const maskUrl = (url: string): string =>
  url.replace(/([?&][^=&#]*=)([^&#]*)/g, (_, name: string) => `${name}${DOTS}`);

/** Masked as a whole: an affiliate's endpoint may be written to by all who know it, and a certificate may be opened. */
const WHOLE_URL: ReadonlySet<Exchange['kind']> = new Set(['webhook', 'postback', 'verification']);

const originOf = (url: string): string => `${/^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''}/${DOTS}`;

type IsShown = (key: string) => boolean;

function maskText(text: string, isShown: IsShown): string {
  if (text.trim() === '') return text;
  const value = parsed(text);
  if (typeof value === 'object' && value !== null)
    return JSON.stringify(maskMembers(value, isShown), null, 2);
  if (/^\s*</.test(text)) return maskXml(text, isShown);
  return /^[\w.%~+-]{1,100}=/.test(text) ? maskForm(text, isShown) : DOTS;
}

function maskMembers(value: unknown, isShown: IsShown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => maskMembers(one, isShown));
  return typeof value === 'object' && value !== null
    ? maskKeys(mapValues(value, maskAnything), isShown)
    : maskAnything(value);
}

/** Nobody answers so deeply for a reason. Written with its indents, such a text would grow with the square of its depth. */
const DEEPEST = 50;

/** Undefined: it is not JSON, or too deep. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((one) => isWithin(one, levels - 1)));

const maskForm = (text: string, isShown: IsShown): string =>
  text
    .split('&')
    .map((pair) => {
      const name = pair.slice(0, Math.max(0, pair.indexOf('=')));
      return `${isShown(name) ? name : DOTS}=${DOTS}`;
    })
    .join('&');

/**
 * Names of elements that may be shown; what stands in them, their attributes and comments may not. A text may hold a `>`
 * or a `<`: a script compares with them. Only what stands between a `<` and the next `>` can be a tag, so the text is
 * cut before each `<`, and of each piece all but the tag is masked. This reads a text once, however it was made.
 */
function maskXml(text: string, isShown: IsShown): string {
  const [before = '', ...pieces] = text
    .replace(/<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g, DOTS)
    .split('<');
  return [maskSaid(before), ...pieces.map((piece) => maskPiece(piece, isShown))]
    .join('')
    .replace(/(?:•••)+/g, DOTS);
}

function maskPiece(piece: string, isShown: IsShown): string {
  const end = piece.indexOf('>');
  return end < 0 ? DOTS : maskTag(piece.slice(0, end), isShown) + maskSaid(piece.slice(end + 1));
}

const maskSaid = (said: string): string => (said.trim() === '' ? said : DOTS);

function maskTag(tag: string, isShown: IsShown): string {
  const [, slash = '', name = '', rest = ''] = /^([/?!]?)([\w:.-]*)(.*)$/s.exec(tag) ?? [];
  return [
    `<${slash}${name === '' || isShown(name.replace(/[:.]/g, '_')) ? name : DOTS}`,
    rest.replace(/\/$/, '').trim() === '' ? '' : ` ${DOTS}`,
    rest.trimEnd().endsWith('/') ? '/>' : '>',
  ].join('');
}
