import type { ConsentEvidence } from '../../core/lead/consent-evidence.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { cleanAnswers, offerFormFields } from '../../core/questions/questions.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { Identities } from '../ports/identities.js';
import { MissingDataKeyError } from '../outage.js';
import { canonicalJson } from './idempotency.js';
import { sentProgram } from './new-lead.js';
import type { DirectRequest, SubmitCall } from './submit-request.js';

type Answers = Readonly<Record<string, unknown>>;
type Terms = Pick<LeadRecord, 'consent' | 'program_id' | 'answers'> & Partial<Pick<LeadRecord, 'extra'>>;
type Offered = Terms & Pick<LeadRecord, 'offer_id'>;

interface Compared {
  readonly identities: Pick<Identities, 'keyedHash' | 'firstHash' | 'same'>;
  readonly catalogue: Catalogue;
  readonly call: SubmitCall<DirectRequest>;
  /** The call as it would be stored today. */
  readonly sent: LeadRecord;
}

/**
 * Whether a call posts what the stored lead was posted with, under that lead's own terms: the operator may have changed
 * the consent text, the questions or the programs since, and that is nothing that the client sent. Without a program in
 * the call, a stored one may be one that the client had sent, so it does not stand in for it. Of a lead whose person was
 * removed or can't be opened, nobody knows its terms: only the same hash is the same.
 */
export function isSameUnderOwnTerms(compared: Compared, stored: LeadRecord): boolean {
  if (stored.forgotten !== undefined || stored.data_hash === '') return false;
  try {
    return isSame(compared, stored);
  } catch (error) {
    if (error instanceof MissingDataKeyError) return false;
    throw error;
  }
}

function isSame(compared: Compared, stored: LeadRecord): boolean {
  const { identities, sent, call } = compared;
  const fallbacks = sent.fallbacks?.map((one, at) => {
    const own = stored.fallbacks?.[at];
    if (own?.offer_id !== one.offer_id) return undefined;
    const texts = textsUnder(compared, one, own, call.body.fallbacks?.[at]?.program_id);
    return texts.map(identities.firstHash).find((hash) => identities.same(own.data_hash, hash));
  });
  if (fallbacks?.includes(undefined)) return false;
  return textsUnder(compared, sent, stored, sentProgram(call.body.program_id), fallbacks).some((text) =>
    identities.same(stored.data_hash, identities.keyedHash(text)),
  );
}

/** The texts of which the stored hash may be (`newLead`), one for each way in which its questions may have read their answers. */
function textsUnder(
  { sent: { lead, tracking }, catalogue }: Compared,
  today: Offered,
  own: Terms,
  program: string | undefined,
  fallbacks?: readonly (string | undefined)[],
): string[] {
  const offer = catalogue.offers.get(today.offer_id);
  const clean = offer ? cleanAnswers(offerFormFields(offer), today.answers) : {};
  const program_id = program ?? (own.program_id === undefined ? undefined : today.program_id);
  const shared = { lead, tracking, offer: today.offer_id, program_id, fallbacks };
  const agreed = agreedUnder(today.consent, own.consent.text);
  const all = { ...today.extra, ...today.answers };
  return answersUnder(own, all, clean).map((answers) => canonicalJson({ ...shared, agreed, answers }));
}

function agreedUnder({ at: _, ...agreed }: ConsentEvidence, text: string | null): object {
  return { ...agreed, text };
}

/**
 * The answers as the questions of then may have read them. An answer that is the stored one counts as it did then, also if
 * its question is gone or has another type. What was an extra key then does not count. If there are too many ways, all answers
 * whose questions are gone are read in one way at a time, and the others as today's questions read them.
 */
function answersUnder(own: Terms, all: Answers, clean: Answers): Answers[] {
  const isStored = (stored: Answers | undefined, name: string): boolean =>
    stored !== undefined &&
    Object.hasOwn(stored, name) &&
    canonicalJson([trimmed(stored[name])]) === canonicalJson([trimmed(all[name])]);
  const today = (name: string): unknown => (Object.hasOwn(clean, name) ? clean[name] : undefined);
  const values = new Map<string, readonly unknown[]>();
  for (const name of Object.keys(all)) {
    const value = today(name);
    if (isStored(own.answers, name)) values.set(name, valuesOf(trimmed(all[name]), value));
    else if (value !== undefined && !isStored(own.extra, name)) values.set(name, [value]);
  }
  const ways = [...values.values()].reduce((count, { length }) => count * length, 1);
  if (ways <= MAX_WAYS) return combinationsOf(values);
  return READINGS.map((read) =>
    Object.fromEntries([...values.keys()].map((name) => [name, today(name) ?? read(trimmed(all[name]))])),
  );
}

/** What today's question makes of an answer, and what one of then may have made of it, each once. */
function valuesOf(sent: unknown, today: unknown): unknown[] {
  const read = READINGS.map((one) => one(sent));
  return [...new Set(today === undefined ? read : [today, ...read.filter((value) => value !== undefined)])];
}

function combinationsOf(values: ReadonlyMap<string, readonly unknown[]>): Answers[] {
  let rows: Answers[] = [{}];
  for (const [name, each] of values)
    rows = rows.flatMap((row) => each.map((value) => ({ ...row, [name]: value })));
  return rows;
}

const trimmed = (sent: unknown): unknown => (typeof sent === 'string' ? sent.trim() : sent);

/** In so many ways the answers of a lead are read at most. */
const MAX_WAYS = 32;

/** How a question of then may have read an answer to it: not at all, as a text or choice, or as a number or tick. */
const READINGS: readonly ((sent: unknown) => unknown)[] = [
  () => undefined,
  (sent) => (sent === '' || sent === null ? undefined : sent),
  (sent) => {
    if (typeof sent !== 'string') return sent ?? undefined;
    if (sent === 'true' || sent === 'false') return sent === 'true';
    if (sent === '') return undefined;
    return /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
  },
];
