import type { AuditFacts } from '../../core/audit/audit-entry.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { AffiliateEntry } from '../../core/catalogue/document.js';
import type { OperatorKey } from '../../core/operators/operator-key.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type {
  IssuedKey,
  KeyGrant,
  KeyStore,
  OperatorKeyGrant,
  OperatorKeyStore,
} from '../ports/key-store.js';

/** The rights and limits of a new key for an affiliate, which is named by its handle. */
export type KeyRequest = Omit<KeyGrant, 'affiliate_id'> & { readonly affiliate: string };

/** Issues a key for an affiliate. Throws ActRefused if the catalogue has no such affiliate. */
export async function issueKey(
  {
    keys,
    audit,
    catalogue,
  }: {
    readonly keys: Pick<KeyStore, 'issue'>;
    readonly audit: AuditPorts;
    readonly catalogue: Pick<CatalogueStore, 'current'>;
  },
  { affiliate, ...rights }: KeyRequest,
  now: Date,
): Promise<IssuedKey> {
  const { id } = await findAffiliate(catalogue, affiliate);
  const grant: KeyGrant = { affiliate_id: id, ...rights };
  return audited(
    audit,
    { action: 'key.issue', on: { kind: 'affiliate', ids: [id] }, after: grantFacts(grant) },
    () => keys.issue(grant, now),
    ({ record }) => ({ result: 'done', facts: { key_id: record.id } }),
  );
}

const grantFacts = ({ is_test, operations, limits, expires_at }: KeyGrant): AuditFacts => ({
  is_test,
  operations,
  limits: Object.entries(limits).map(([of, { per_minute, burst }]) => `${of}=${per_minute}/min:${burst}`),
  ...(expires_at ? { expires_at: expires_at.toISOString() } : {}),
});

async function findAffiliate(
  catalogue: Pick<CatalogueStore, 'current'>,
  handle: string,
): Promise<AffiliateEntry> {
  const current = await catalogue.current();
  const affiliates = (current?.document.affiliates ?? []).filter(({ status }) => status !== 'retired');
  const affiliate = affiliates.find((each) => each.handle === handle);
  if (affiliate !== undefined) return affiliate;
  const hint = didYouMean(
    handle,
    affiliates.map((each) => each.handle),
  );
  throw new ActRefused('invalid', `There is no affiliate ${handle} in the catalogue${hint}`, 'affiliate');
}

/** Issues a key for the operator API. It keeps who did so. */
export const issueOperatorKey = (
  { keys, audit }: { readonly keys: Pick<OperatorKeyStore, 'issue'>; readonly audit: AuditPorts },
  grant: Required<Omit<OperatorKeyGrant, 'rotated_by'>>,
  now: Date,
): Promise<IssuedKey<OperatorKey>> =>
  audited(
    audit,
    {
      action: 'operator_key.issue',
      after: { scopes: grant.scopes, expires_at: grant.expires_at.toISOString() },
    },
    () => keys.issue(grant, now),
    ({ record }) => ({ result: 'done', facts: { key_id: record.id } }),
  );
