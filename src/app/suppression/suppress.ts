import { cleanOperatorWords } from '../../core/clean-words.js';
import type { SuppressionForm, SuppressionKind } from '../../core/suppression/forms.js';
import {
  suppressionId,
  type Suppression,
  type SuppressionScope,
} from '../../core/suppression/suppression.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { Identities } from '../ports/identities.js';
import type { SuppressionStore } from '../ports/suppressions.js';
import { onceEach } from './once-each.js';
import { formsToFind, readForms, type NamedValue } from './read-values.js';

export interface SuppressPorts {
  readonly suppressionStore: SuppressionStore;
  readonly identities: Pick<Identities, 'keysOf' | 'keysToFind'>;
}

/** For looking at the list. */
export interface LookPorts extends SuppressPorts {
  readonly identities: Pick<Identities, 'keysOf' | 'keysToFind' | 'keysWithCurrentHashes'>;
}

/** What entries have in common. */
export interface SuppressTerms {
  readonly scope: SuppressionScope;
  readonly reason: string;
  readonly source: string;
  readonly by: string;
  readonly at: Date;
  readonly expires_at?: Date;
}

/** The entries of these forms. */
export const entriesOf = (
  { identities }: { readonly identities: Pick<Identities, 'keysOf'> },
  forms: readonly SuppressionForm[],
  terms: SuppressTerms,
): Suppression[] => entriesUnder(identities.keysOf(forms), terms);

/** The entries under these keys. */
export const entriesUnder = (
  keys: readonly { readonly kind: SuppressionKind; readonly key: string }[],
  { scope, reason, source, by, at, expires_at }: SuppressTerms,
): Suppression[] =>
  keys.map(({ kind, key }) => ({
    ...{ id: suppressionId(key, scope), kind, scope, reason, source, added_at: at, added_by: by },
    ...(expires_at === undefined ? {} : { expires_at }),
  }));

/** The source of an entry that names none. No list has it. */
export const BY_HAND = 'operator';

/** A source is a name: letters, digits, blanks and a few signs. */
const SOURCE = /^[\p{L}\p{N}][\p{L}\p{N} ._:/-]{0,99}$/u;

/** Cleans the reason, and checks the source and the end. Throws an ActRefused. */
export function checkedTerms(terms: SuppressTerms): SuppressTerms {
  const reason = cleanOperatorWords(terms.reason);
  if (reason === undefined)
    throw new ActRefused('invalid', 'Give the reason in words; personal data is removed from it', 'reason');
  if (!SOURCE.test(terms.source))
    throw new ActRefused('invalid', 'The source is a name of up to 100 letters and digits', 'source');
  if (terms.expires_at && terms.expires_at <= terms.at)
    throw new ActRefused('invalid', 'The end of the entry is in the past', 'expires_at');
  return { ...terms, reason };
}

/** The facts of an entry in the audit log: never the person, nor a hash of the person. */
export const factsOf = (values: readonly NamedValue[], scope: SuppressionScope) => ({
  emails: values.filter(({ by }) => by === 'email').length,
  phones: values.filter(({ by }) => by === 'phone').length,
  domains: values.filter(({ by }) => by === 'domain').length,
  scope: scope.of,
  ...(scope.of === 'all' ? {} : { party_id: scope.party_id }),
});

/** Puts persons or domains on the list. Throws an ActRefused, or an outage. */
export async function suppress(
  ports: LookPorts,
  audit: AuditPorts,
  values: readonly NamedValue[],
  terms: SuppressTerms,
): Promise<readonly Suppression[]> {
  const checked = checkedTerms(terms);
  const forms = readForms(values).flatMap(([published]) => published ?? []);
  const entries = entriesOf(ports, forms, checked);
  const facts = { ...factsOf(values, terms.scope), source: terms.source };
  await audited(audit, { action: 'suppression.add', why: checked.reason, facts }, () =>
    ports.suppressionStore.put(entries),
  );
  return entries;
}

/** Takes values off the list, for one scope. Tells how many entries there were. */
export async function unsuppress(
  { suppressionStore, identities }: SuppressPorts,
  audit: AuditPorts,
  values: readonly NamedValue[],
  { scope, why }: { readonly scope: SuppressionScope; readonly why: string | undefined },
): Promise<number> {
  const ids = identities.keysToFind(readForms(values).flat()).map(({ key }) => suppressionId(key, scope));
  return removeIds(suppressionStore, audit, ids, { why, facts: factsOf(values, scope) });
}

/** Removes entries by their ids. Tells how many there were. */
export const removeIds = (
  suppressionStore: Pick<SuppressionStore, 'remove'>,
  audit: AuditPorts,
  ids: readonly string[],
  about: { readonly why: string | undefined; readonly facts: Readonly<Record<string, string | number>> },
): Promise<number> =>
  audited(
    audit,
    { action: 'suppression.remove', ...about },
    () => suppressionStore.remove(ids),
    (removed) => ({ result: removed === 0 ? 'nothing' : 'done', facts: { removed } }),
  );

/** All entries that hold for these values. The audit log has that somebody looked. */
export const findSuppressed = (
  ports: LookPorts,
  audit: AuditPorts,
  values: readonly NamedValue[],
): Promise<readonly Suppression[]> => {
  const { suppressionStore, identities } = ports;
  const keys = identities.keysToFind(formsToFind(values)).map(({ key }) => key);
  return audited(
    audit,
    { action: 'suppression.find', facts: factsOf(values, { of: 'all' }) },
    async () => onceEach(ports, await suppressionStore.under([...new Set(keys)])),
    (found) => ({ result: 'done', facts: { found: found.length } }),
  );
};
