import type { FindText } from '../../core/find/find-text.js';
import { byPosition } from '../../core/lead/lead-position.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { AuditLog } from '../ports/audit-log.js';
import { findByHashes, findPlain, FOUND_BY, type FindPorts, type Found } from './find.js';

export interface FindForPorts extends FindPorts {
  readonly hashSearched: AuditLog['hashSearched'];
}

/**
 * - `not_needed`: something else was found, and the text is nobody's address or number.
 * - `looked`: people and click ids were looked for, which the audit log has.
 * - `not_possible`: the process has no IDENTITY_SECRET.
 */
export type PersonLook = 'not_needed' | 'looked' | 'not_possible';

/**
 * Finds what a text names. It looks for a person only if the text is an address or a number, or if it names nothing
 * else; then the audit log has who looked, with a keyed hash of the text. Throws on an outage.
 */
export async function findFor(
  ports: FindForPorts,
  audit: AuditPorts,
  text: FindText,
): Promise<Found & { readonly person: PersonLook }> {
  const plain = await findPlain(ports, text);
  if (text.person === undefined && plain.by.length > 0) return { ...plain, person: 'not_needed' };
  const { hashes, hashSearched } = ports;
  if (!hashes) return { ...plain, person: 'not_possible' };
  const found = await audited(
    audit,
    { action: 'lead.find', facts: searchedFor(text, hashSearched) },
    () => findByHashes({ ...ports, hashes }, text),
    ({ leads }) => ({ result: 'done', facts: { found: leads.length } }),
  );
  return { ...join(plain, found), person: 'looked' };
}

const searchedFor = ({ text, person }: FindText, hashSearched: AuditLog['hashSearched']) => ({
  ...(person && { [`${person.kind}_hash`]: hashSearched(person.kind, person.hash) }),
  click_id_hash: hashSearched('click_id', text),
});

function join(a: Found, b: Found): Found {
  const leads = new Map([...a.leads, ...b.leads].map((lead) => [lead.id, lead]));
  const by = new Set([...a.by, ...b.by]);
  return {
    leads: [...leads.values()].sort(byPosition),
    searches: a.searches,
    refused_calls: a.refused_calls,
    by: FOUND_BY.filter((one) => by.has(one)),
    has_more: a.has_more || b.has_more,
  };
}
