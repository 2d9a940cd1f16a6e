import { keptZone } from '../app/zone';
import { withMomentsIn } from '../words/format';

/** Characters that nobody sees, that turn the direction of the text around them, or that drive a terminal. */
const HIDDEN = /[\p{Cc}\p{Cf}]/gu;
/** Some scripts and many pictograms need the joiners. */
const KEPT = new Set(['\n', '\t', '\u00ad', '\u200c', '\u200d']);
const LONGEST = 1_000;

/** Members that hold whole files, which are written back as they are. */
const FILES = new Set(['text', 'qr_svg']);
const isOfFile = (record: object): boolean => 'four_eyes' in record || ('name' in record && 'text' in record);

/** A text that can be shown anywhere, whatever its length. */
export const plainText = (text: string): string =>
  text.replace(HIDDEN, (mark) => (KEPT.has(mark) ? mark : '\ufffd'));

/** Members that hold Leadkeep's sentences. */
const SENTENCES = new Set(['sentence', 'summary', 'headline', 'message', 'text', 'why']);

function plain(text: string, name: string): string {
  const seen = SENTENCES.has(name) ? inZone(plainText(text)) : plainText(text);
  return seen.length > LONGEST ? `${seen.slice(0, LONGEST)} … (${text.length} characters)` : seen;
}

/** A sentence of Leadkeep with its moments in the reader's zone. */
export const inZone = (sentence: string): string => withMomentsIn(sentence, keptZone());

/** What was said, and what a consumer agreed to. Their end may be what somebody must read. */
const isReadWhole = (name: string, record: object): boolean =>
  (name === 'text' && ('cut_of' in record || 'button_label' in record)) ||
  (name === 'body' && ('method' in record || 'status' in record));

/** Values of a change of the catalogue: they are compared to the last character, and made plain by who shows them. */
const isCompared = (name: string, record: object): boolean =>
  (name === 'before' || name === 'after') && 'path' in record;

/**
 * An answer in which every text can be shown anywhere: without marks that change what stands beside it, and not endless;
 * except for the values of a change (`differing`).
 * It is for screens; a file that is saved needs the answer itself.
 */
export function plainTexts<Value>(value: Value): Value {
  const made = (one: unknown, name: string, parent: object): unknown => {
    if (typeof one === 'string')
      return name === 'qr_svg' || (FILES.has(name) && isOfFile(parent))
        ? one
        : isReadWhole(name, parent)
          ? plainText(one)
          : plain(one, name);
    if (Array.isArray(one)) return one.map((each) => made(each, name, parent));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, each]) => [key, isCompared(key, one) ? each : made(each, key, one)]),
    );
  };
  // A text alone is a file that was asked for.
  return typeof value === 'string' ? value : (made(value, '', {}) as Value);
}
