import type { BodyReader } from '../../app/ports/request-writer.js';
import type { Encoding } from '../../core/catalogue/types.js';
import type { HttpAnswer } from '../../core/delivery/http-outcome.js';
import { readForm } from './form.js';
import { readJson } from './functions.js';
import { readXml } from './xml.js';

/** `broken`: the answer claims this format, but its body does not have it. `body` is then the bare text. */
export interface ReadBody {
  readonly body: unknown;
  readonly broken?: 'JSON' | 'XML';
}

/**
 * Reads an answer's body by its content type: JSON, XML and forms become data, everything else is text. Without a
 * content type, a body that begins like JSON or XML is tried as such. An empty body is absent.
 */
export function readBody({ headers, body }: HttpAnswer): ReadBody {
  const text = body.trim();
  if (text === '') return { body: undefined };
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-www-form-urlencoded') return { body: readForm(text) };
  const format = formatOf(type, text);
  if (format === undefined) return { body };
  const data = format === 'JSON' ? readJson(text) : readXml(text);
  if (data !== undefined) return { body: data };
  return type === '' ? { body } : { body, broken: format };
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
  if (/^[[{]/.test(text)) return 'JSON';
  return text.startsWith('<') ? 'XML' : undefined;
}
