import type { BodyReader } from '../../app/ports/request-writer.js';
import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpResponse } from '../../core/delivery/http-result.js';
import { isNotUtf8 } from '../../core/not-utf8.js';
import { readForm } from './form.js';
import { notesOnText, readJson } from './received-json.js';
import { readXml } from './xml.js';

export interface ReadBody {
  readonly body: unknown;
  /** What `body` is. */
  readonly as: 'JSON' | 'XML' | 'a form' | 'text' | 'nothing';
  /** The answer claims this format, but its body does not have it. */
  readonly broken?: 'JSON' | 'XML';
  /** It had broken characters, which are replaced: halves, and bytes that are no text. */
  readonly hadInvalid?: true;
}

/**
 * Reads an answer's body by its content type: JSON, XML and forms become data, everything else is text. Without a
 * content type, a body that begins like JSON or XML is tried as such. An empty body is absent.
 */
export function readBody({ headers, body }: HttpResponse): ReadBody {
  const text = body.trim();
  if (text === '') return { body: undefined, as: 'nothing' };
  const hadInvalid: { hadInvalid?: true } = isNotUtf8(text) ? { hadInvalid: true } : {};
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') {
    const form = readForm(text);
    return { body: form, as: 'a form', ...(isNotUtf8(JSON.stringify(form)) && { hadInvalid: true }) };
  }
  const format = formatOf(type, text);
  if (format === undefined) return { body, as: 'text', ...hadInvalid };
  const data = READERS[format](text, () => (hadInvalid.hadInvalid = true));
  if (data !== undefined) return { body: data, as: format, ...hadInvalid };
  return { body, as: 'text', ...(type === '' ? {} : { broken: format }), ...hadInvalid };
}

const READERS = { JSON: readJson, XML: readXml } as const;

/** A page of HTML may also be XML, and is for people. */
const PAGE = /^<(?:!doctype\s+)?html\b/i;

/**
 * Why the body is text, although it should be data or looks like it. A buyer may send JSON or XML under another name. Its
 * words are then text, because a rule may expect text of it.
 */
export function whyText({ body, as, broken }: ReadBody): string | undefined {
  if (broken !== undefined) return `the body is not ${broken}`;
  if (as !== 'text' || typeof body !== 'string' || PAGE.test(body.trim())) return undefined;
  const format = looksLike(body.trim());
  if (format === undefined || READERS[format](body) === undefined) return undefined;
  const read = format === 'JSON' ? '$parseJson(body)' : '$parseXml(body)';
  return `the body is text, because Content-Type does not say ${format}: ${read} reads it`;
}

/** What a body was read as, and why not as data, for who writes rules. */
export function bodyReading(answer: HttpResponse): string {
  const read = readBody(answer);
  const why = [whyText(read) ?? [], notesOnText(answer, false)].flat();
  return [read.as, why.join('; ')].filter(Boolean).join(': ');
}

const TYPES: Readonly<Record<Encoding, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
};

/** The data of a body in this encoding, or the bare text if the body is not in it. */
export const readEncoded: BodyReader = (text, encoding) =>
  readBody({ status: 200, headers: { 'content-type': TYPES[encoding] }, body: text }).body;

function formatOf(type: string, text: string): 'JSON' | 'XML' | undefined {
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type)) return 'JSON';
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(type)) return 'XML';
  if (type !== '' && type !== 'application/octet-stream') return undefined;
  return looksLike(text);
}

function looksLike(text: string): 'JSON' | 'XML' | undefined {
  if (/^[[{]/.test(text)) return 'JSON';
  return text.startsWith('<') ? 'XML' : undefined;
}
