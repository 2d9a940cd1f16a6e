import XMLBuilder from 'fast-xml-builder';
import { XMLParser } from 'fast-xml-parser';
import { SyntaxValidator } from 'fast-xml-validator';
import type { OnLoneSurrogate } from './received-json.js';

/** Attributes become keys that begin with @. An element's own text beside them becomes `#text`. */
const SHAPE = { ignoreAttributes: false, attributeNamePrefix: '@', textNodeName: '#text' } as const;
const DEEPEST = 50;

const parser = new XMLParser({
  ...SHAPE,
  // Keep a buyer's values as text: 007 is not 7.
  parseTagValue: false,
  parseAttributeValue: false,
  // A namespace prefix has no meaning of its own and may change with the sender's library.
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // XML's five entities, numeric ones and those of HTML. A document can't declare others: its DOCTYPE is skipped.
  // oxlint-disable-next-line typescript/no-deprecated -- its successor is a decoder of another package
  htmlEntities: true,
  processEntities: { enabled: true, maxExpandedLength: 1_000_000 },
  maxNestedTags: DEEPEST,
});

/** Validates first, because the parser accepts any text. */
function isXml(text: string): boolean {
  try {
    return SyntaxValidator.validate(text);
  } catch {
    return false;
  }
}

/**
 * An XML document as plain data. Undefined if the text is not an XML document, or is nested too deeply. A DOCTYPE is skipped:
 * nothing that it names is loaded, and none of its entities is replaced. Blanks around the document do no harm.
 */
export function readXml(text: string, onLoneSurrogate?: OnLoneSurrogate): unknown {
  const document = withEmptyDoctype(text.trim());
  if (document === undefined || !isXml(document)) return undefined;
  try {
    return parser.parse(wholeReferences(document, onLoneSurrogate)) as unknown;
  } catch {
    return undefined;
  }
}

/** What may stand before a DOCTYPE: blanks, the declaration, instructions and comments. */
const BEFORE = /\s+|<\?[\s\S]*?(?:\?>|$)|<!--[\s\S]*?(?:-->|$)/y;
/** Its name and addresses, up to what it declares. Neither this nor the next demands an end, so neither goes back. */
const NAMED = /<!DOCTYPE\s(?:[^[>"']|"[^"]*"|'[^']*')*/y;
const DECLARED = /\[(?:[^\]"'<]|"[^"]*"|'[^']*'|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<(?!!--|\?))*/y;
const CLOSED = /\]\s*/y;

/**
 * The document with a DOCTYPE that declares nothing in the place of its own, so that both the validator and the parser
 * refuse another one behind it. Undefined: neither a DOCTYPE nor an element stands where one may.
 */
function withEmptyDoctype(text: string): string | undefined {
  const endOf = (pattern: RegExp, from: number): number => {
    pattern.lastIndex = from;
    return pattern.test(text) ? pattern.lastIndex : from;
  };
  let begin = 0;
  for (let end = endOf(BEFORE, 0); end > begin; end = endOf(BEFORE, begin)) begin = end;
  const named = endOf(NAMED, begin);
  if (named === begin) return /^<[^!?]/.test(text.slice(begin, begin + 2)) ? text : undefined;
  const end = endOf(CLOSED, endOf(DECLARED, named));
  return text[end] === '>' ? `${text.slice(0, begin)}<!DOCTYPE x>${text.slice(end + 1)}` : undefined;
}
/** Numbers of half characters, as programs write that know no others, become U+FFFD. The parser would drop them. */
const wholeReferences = (text: string, onLoneSurrogate?: OnLoneSurrogate): string =>
  text.replace(/&#(?:x([0-9a-f]+)|([0-9]+));/gi, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (!(code >= 0xd800 && code <= 0xdfff)) return written;
    onLoneSurrogate?.();
    return '\ufffd';
  });

const builder = new XMLBuilder({ ...SHAPE, processEntities: true, suppressBooleanAttributes: false });

/** Why data can't be written as XML. The message contains only names from the mapping. */
export class XmlFault extends Error {}

/** Writes elements one after the other, escaped, without a declaration. Throws XmlFault. */
export const writeXmlParts = (value: object): string => builder.build(elements(value, 0)).trim();

/** Writes a whole document. The value is one element, or text that already is a document. Throws XmlFault. */
export function writeXml(value: unknown): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (typeof value === 'string') {
    if (!isXml(value)) throw new XmlFault('is text that is not an XML document');
    return value.startsWith('<?xml') ? value : declaration + value;
  }
  const roots = isGroup(value) ? Object.entries(value) : [];
  if (roots.length !== 1 || Array.isArray(roots[0]?.[1]))
    throw new XmlFault('must give a group with one key, the name of the outermost element');
  return declaration + writeXmlParts(value as object);
}

const NAME = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;
/** XML 1.0 can't represent these characters. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Returns the data with every name checked and without characters that XML can't hold. */
function elements(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new XmlFault('is nested too deeply');
  if (typeof value === 'string') return value.replaceAll(UNWRITABLE, '');
  if (!isGroup(value)) return value ?? '';
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isAttribute = name.startsWith('@');
      if (name !== '#text' && !NAME.test(isAttribute ? name.slice(1) : name))
        throw new XmlFault('has a key that is no name of an element or attribute');
      if ((isAttribute || name === '#text') && typeof member === 'object' && member !== null)
        throw new XmlFault(`has a group or list as ${isAttribute ? 'an attribute' : '#text'}`);
      if (!Array.isArray(member)) return [name, elements(member, depth + 1)];
      if (member.some(Array.isArray)) throw new XmlFault('has a list inside a list');
      return [name, member.map((item) => elements(item, depth + 1))];
    }),
  );
}

export const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
