import { HASH_HEX, placesOf, type Needle, type Needles } from './needles.js';
import { MARK, WORD_LENGTH } from './truth.js';

/** Something that was found where it may not be. */
export interface Finding extends Needle {
  /** In clear, decoded from something, or as a plain hash. */
  readonly form: string;
  readonly where: string;
}

const PHONE = /(?<!\d)(?:\+|00)?1?[-. (]{0,2}(\d{3})[-. )]{0,2}(\d{3})[-. ]?(\d{4})(?!\d)/g;
const IPV4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
const DATE = /(?<!\d)((?:19|20)\d\d)-?([01]\d)-?([0-3]\d)(?!\d)/g;
const US_DATE = /(?<!\d)([01]\d)\/([0-3]\d)\/((?:19|20)\d\d)(?!\d)/g;
const ZIP = /(?<![\w.-])\d{5}(?![\w.])/g;
const HEX = /[0-9a-f]{32,}/gi;
const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;
const HEX_LENGTHS = new Set([32, 40, 64]);
const MAX_DEPTH = 3;
/** Whose they are, nobody knows: several people share them. */
const A_DATE: Needle = { n: -1, what: 'date_of_birth' };
const A_ZIP: Needle = { n: -1, what: 'zip_code' };

/**
 * Looks for everything in one text, also in what it becomes when it is decoded: percent-encoding, escapes of JSON and
 * HTML, base64 and hex, inside each other too.
 */
export function searchText(
  text: string,
  needles: Needles,
  found: (needle: Needle, form: string) => void,
): void {
  // What was found in clear is found again in each form that it is decoded from.
  const known = new Set<Needle>();
  look(text, needles, 'in clear', 0, (needle, form) => {
    if (known.has(needle)) return;
    known.add(needle);
    found(needle, form);
  });
}

function look(
  text: string,
  needles: Needles,
  form: string,
  depth: number,
  found: (needle: Needle, form: string) => void,
): void {
  const lower = text.toLowerCase();
  for (const at of placesOf(lower, MARK)) {
    const needle = needles.words.get(lower.slice(at, at + WORD_LENGTH));
    if (needle) found(needle, form);
  }
  for (const [, a = '', b = '', c = ''] of text.matchAll(PHONE)) {
    const needle = needles.phones.get(a + b + c);
    if (needle) found(needle, form);
  }
  for (const [address] of text.matchAll(IPV4)) {
    const needle = needles.addresses.get(address);
    if (needle) found(needle, form);
  }
  for (const [value, needle] of needles.texts) if (text.includes(value)) found(needle, form);
  if (depth === 0) {
    for (const [, year = '', month = '', day = ''] of text.matchAll(DATE))
      if (needles.dates.has(`${year}-${month}-${day}`)) found(A_DATE, form);
    for (const [, month = '', day = '', year = ''] of text.matchAll(US_DATE))
      if (needles.dates.has(`${year}-${month}-${day}`)) found(A_DATE, form);
    for (const [zip] of text.matchAll(ZIP)) if (needles.zips.has(zip)) found(A_ZIP, form);
  }
  for (const [hex] of lower.matchAll(HEX)) {
    const ends = HEX_LENGTHS.has(hex.length) ? 0 : hex.length - HASH_HEX;
    for (let at = 0; at <= ends; at += 1) {
      const needle = needles.hashes.get(hex.slice(at, at + HASH_HEX));
      if (needle) found(needle, `${needle.by}, ${form}`);
    }
  }
  if (depth === MAX_DEPTH) return;
  const again = (decoded: string, how: string): void => {
    if (decoded !== text) look(decoded, needles, how, depth + 1, found);
  };
  if (/%[0-9a-f]{2}/i.test(text)) again(unpercent(text), 'percent-encoded');
  if (/\\u[0-9a-f]{4}|\\["\\/]/i.test(text)) again(unescaped(text), 'escaped as JSON');
  if (/&#x?[0-9a-f]+;/i.test(text)) again(unreferenced(text), 'escaped as HTML');
  for (const [token] of text.matchAll(BASE64)) {
    const bytes = Buffer.from(token, 'base64');
    const needle = needles.hashes.get(bytes.toString('hex', 0, HASH_HEX / 2));
    if (needle) found(needle, `${needle.by} as base64, ${form}`);
    // A token may begin inside of what was encoded.
    for (const cut of [0, 1, 2, 3])
      again(Buffer.from(token.slice(cut), 'base64').toString('latin1'), 'base64');
    if (/^[0-9a-f]+$/i.test(token)) again(Buffer.from(token, 'hex').toString('latin1'), 'hex');
  }
}

const unpercent = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(["\\/])/g, '$1');
const unreferenced = (text: string): string =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16) % 0x110000),
    )
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number) % 0x110000));

/** Findings of the same kind at the same place are one line, with how many they are. */
export function summarize(findings: readonly Finding[]): string[] {
  const counts = new Map<string, number>();
  for (const { what, form, where } of findings) {
    const line = `${where}: ${what} ${form}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${line} (${count})`).sort();
}
