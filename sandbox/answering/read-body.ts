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

/** A body was not what its content type says. */
export class UnreadableBody extends Error {}

/**
 * What was received as data: JSON, a form's fields by name, XML as groups (attributes `@name`), else text; null when
 * there is nothing. Throws UnreadableBody.
 */
export function readBody(contentType: string, text: string): unknown {
  if (text === '') return null;
  if (/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)) return readJson(text);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return readForm(text);
  if (/^(?:text|application)\/(?:[\w.+-]+\+)?xml\b/i.test(contentType)) return readXml(text);
  return text;
}

/** XML or JSON inside of a text; undefined when it is neither. */
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
    throw new UnreadableBody('the body is no JSON');
  }
}

function readXml(text: string): unknown {
  const fault = new UnreadableBody('the body is no XML');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw fault;
  try {
    // The parser alone makes something of anything.
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
