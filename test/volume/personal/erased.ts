import { compactDecrypt } from 'jose';
import { furtherForms } from '../../../src/core/suppression/forms.js';
import { identityForms } from '../../../src/core/lead/identity.js';
import { clickKey } from '../../../src/core/lead/tracking-keys.js';
import { toLeadData, type LeadData } from '../../../src/core/lead/lead-data.js';
import { createIdentities } from '../../../src/platform/secrets/identity-secret.js';
import { TEST_SECRET } from '../../support/services.js';
import { HASH_HEX, needlesOf, type Needle, type Needles } from './needles.js';
import type { Piece } from './haystack.js';
import { personIn, valueOf, type Truth } from './truth.js';
import type { World } from './world.js';

/** What `person erase` printed, as far as it is read here. */
export interface Certificate {
  readonly ended: readonly string[];
  readonly forgotten: readonly string[];
  readonly undecided: { readonly leads: readonly string[] } | null;
  readonly still_busy: readonly string[];
  readonly kept: Readonly<Record<string, unknown>>;
}

/** Erases a person as an operator does. */
export async function erase(world: World, truth: Truth, ...more: string[]): Promise<Certificate> {
  const who = ['--email', valueOf(truth, 'email'), '--phone', valueOf(truth, 'phone')];
  return JSON.parse(
    await world.leadkeep('person', 'erase', ...who, '--case', `C-${truth.n}`, '--yes', '--json', ...more),
  ) as Certificate;
}

const JWE = /eyJ[\w-]+(?:\.[\w-]+){4}/g;

/** Each text, and what is sealed in it, opened with the keys: also sealed texts in sealed texts. */
export async function* opened(pieces: AsyncIterable<Piece>, dataKeys: string): AsyncGenerator<Piece> {
  const keys = new Map(
    dataKeys
      .split(',')
      .map((one) => [one.slice(0, one.indexOf(':')), Buffer.from(one.slice(one.indexOf(':') + 1), 'base64')]),
  );
  for await (const piece of pieces) {
    yield piece;
    // Everything that was ever sent has what was sealed then.
    if (!piece.where.startsWith('sent ')) yield* within(piece);
  }
  async function* within(piece: Piece): AsyncGenerator<Piece> {
    for (const [jwe] of piece.text.matchAll(JWE)) {
      const { plaintext } = await compactDecrypt(jwe, ({ kid }) => {
        const key = keys.get(String(kid));
        if (!key) throw new Error(`no key ${String(kid)} for ${piece.where}`);
        return key;
      });
      const inside = {
        ...piece,
        where: `${piece.where} (opened)`,
        text: Buffer.from(plaintext).toString('utf8'),
      };
      yield inside;
      yield* within(inside);
    }
  }
}

/** All that is known of these people, the keyed hashes of it, and secrets. */
export function withKeyedHashes(truths: readonly Truth[], secrets: World['secrets']): Needles {
  const needles = needlesOf(truths, new Map(), secrets);
  const hashes = new Map(needles.hashes);
  const identities = createIdentities(TEST_SECRET);
  for (const truth of truths) {
    const lead: LeadData = toLeadData(personIn(truth).lead as Parameters<typeof toLeadData>[0]);
    const add = (key: string, what: string): void =>
      void hashes.set(key.slice(key.indexOf(':') + 1).slice(0, HASH_HEX), { n: truth.n, what, by: KEYED });
    for (const { kind, key } of identities.keysOf(identityForms(lead))) add(key, kind);
    for (const { kind, key } of identities.keysOf(furtherForms(lead))) add(key, kind);
    for (const what of ['gclid', 'fbclid', 'click_id'])
      add(
        clickKey(valueOf(truth, what), (text) => identities.keyedHash(text)),
        what,
      );
  }
  return { ...needles, hashes };
}
export const KEYED = 'keyed hash';

/** Leads that lose their person when they are decided, and have not yet. */
export function undecidedOf(certificates: readonly Certificate[]): Set<string> {
  const later = new Set(certificates.flatMap(({ undecided }) => undecided?.leads ?? []));
  for (const id of certificates.flatMap(({ forgotten, ended }) => [...forgotten, ...ended])) later.delete(id);
  return later;
}

/** Where the command says that keyed hashes stay. */
const KEYED_KEPT = new Set([
  ...['leads identities.key', 'leads pending_effects.keys', 'leads tracking_keys', 'claims _id'],
  'suppressions _id',
]);

const NOTICE = 'buyer_notices content.sealed (opened)';

interface Kept {
  /** Leads that lose their person when they are decided. */
  readonly later: ReadonlySet<string>;
  readonly withoutEvidence: ReadonlySet<number>;
}

/** What the command said that it keeps of these people. */
export const keptBy =
  ({ later, withoutEvidence }: Kept) =>
  ({ where, id }: Piece, { n }: Needle, form: string): boolean => {
    if (id !== undefined && later.has(id)) return true;
    // The person is found by them as long as the evidence is kept.
    if (where === 'consent_evidence identities.key' && form.startsWith(KEYED)) return !withoutEvidence.has(n);
    // Each hash was sent before it was removed.
    if (form.startsWith(KEYED)) return KEYED_KEPT.has(where) || /^(file|sent) /.test(where);
    if (where === 'consent_evidence sealed (opened)' && !withoutEvidence.has(n)) return true;
    // For a buyer that gave no reference, until it was told: `notices_to_buyers` of the certificate.
    if (where === NOTICE && form === 'sha256, in clear') return true;
    // Others have the same birth date or ZIP code.
    return where.endsWith('(opened)') && n === -1;
  };
