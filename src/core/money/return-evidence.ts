import { cleanOperatorWords } from '../clean-words.js';
import { withoutPerson, type Told } from '../delivery/without-person.js';
import { fieldOf } from '../lead/lead-data.js';
import { readPhone } from '../lead/us-numbers.js';
import type { ReturnEvidence } from '../lead/lead-return.js';

/** A longer text is cut by its cleaning; a longer link is left out. */
export const MAX_EVIDENCE = 2_000;
const MAX_LINKS = 10;
const MAX_LINK = 500;

const LINK = /https?:\/\/[^\s<>"'`]+/giu;

/**
 * What a buyer shows for its request: links, and words around them. It loses what it says of the lead's person, and every address and
 * number that may be of a person. Undefined: nothing is left.
 */
export function cleanEvidence(said: string | undefined, lead: Told): ReturnEvidence | undefined {
  if (said === undefined) return undefined;
  const known = withoutPerson(said, lead).slice(0, MAX_EVIDENCE);
  const kept = (known.match(LINK) ?? []).flatMap(linkOf).filter((link) => !namesPerson(link, lead));
  const links = [...new Set(kept)].slice(0, MAX_LINKS);
  const text = cleanOperatorWords(known.replace(LINK, (found) => ` ${found.slice(written(found).length)}`));
  if (text === undefined && links.length === 0) return undefined;
  return { ...(text === undefined ? {} : { text }), ...(links.length > 0 && { links }) };
}

/** A link without the marks of the sentence around it. */
const written = (found: string): string => found.replace(/[.,;:!?)\]]+$/u, '');

/** A link with a password, or with what may be an e-mail address, is left out. */
function linkOf(found: string): string[] {
  const link = written(found);
  if (!URL.canParse(link) || /@|%40/iu.test(link)) return [];
  const { href } = new URL(link);
  return href.length > MAX_LINK ? [] : [href];
}

/** Recordings of calls are often named by the number, in another form than the lead has it, and names may be encoded. */
function namesPerson(link: string, told: Told): boolean {
  const read = link.replaceAll(/(?:%[0-9a-f]{2})+/giu, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString(),
  );
  const phone = readPhone(fieldOf(told.lead, 'personal.phone') ?? '');
  const hasPhone = phone !== undefined && read.replaceAll(/\D/gu, '').includes(phone);
  return hasPhone || withoutPerson(read, told) !== read;
}

export const isSameEvidence = (a: ReturnEvidence, b: ReturnEvidence | undefined): boolean =>
  JSON.stringify([a.text, a.links]) === JSON.stringify([b?.text, b?.links]);
