import { XMLParser } from 'fast-xml-parser';
import { SyntaxValidator } from 'fast-xml-validator';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** The body does not match its content type. */
export class UnreadableBody extends Error {}

/**
 * The received body as data: JSON, a form's fields by name, XML as groups (attributes `@name`), else text. Null if it is
 * empty. Throws UnreadableBody.
 */
export function readBody(contentType: string, text: string): unknown {
  if (text === '') return null;
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) return readJson(text);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return readForm(text);
  if (/^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/i.test(contentType)) return readXml(text);
  return text;
}

/** XML or JSON inside a text; undefined if it is neither. */
export function parseText(text: string): unknown {
  try {
    if (/^\s*</.test(text)) return readXml(text);
    return /^\s*[[{]/.test(text) ? readJson(text) : undefined;
  } catch {
    return undefined;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableBody('the body is not JSON');
  }
}

function readXml(text: string): unknown {
  const fault = new UnreadableBody('the body is not XML');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw fault;
  try {
    // The parser alone accepts anything.
    SyntaxValidator.validate(text);
    return parser.parse(text) as unknown;
  } catch {
    throw fault;
  }
}

function readForm(text: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(text);
  const names = new Set(fields.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const [only = '', ...more] = fields.getAll(name);
      return [name, more.length === 0 ? only : [only, ...more]];
    }),
  );
}
