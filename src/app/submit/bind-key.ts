import type { LeadRecord } from '../../core/lead/lead-record.js';
import { OutageError } from '../outage.js';
import type { BoundKey, BoundKeyStore } from '../ports/bound-key-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import { boundKey } from './idempotency.js';

export interface BindPorts {
  readonly boundKeys: Pick<BoundKeyStore, 'bind' | 'replace' | 'read'>;
  readonly leads: Pick<LeadStore, 'read'>;
}

/** The lead that has the key already, or the id under which this call stores its lead. */
export type Bound = { readonly to: LeadRecord } | { readonly to?: undefined; readonly id: string };

/** Calls with one key that overtake this one again and again are no reason to try for ever. */
const MAX_TRIES = 20;

/**
 * Binds the Idempotency-Key of a call, before its lead is stored. The lead itself lists the key when it is stored, and
 * only that counts: a key whose lead is not there, or does not list it, binds nothing, and this call takes it over. A
 * new lead is then stored under the id that the key names. So if the former call only slept, one of the two stores the
 * lead, and the other one finds it.
 *
 * `again`: the lead is stored already and is submitted again, so it keeps its id.
 */
export async function bindKey(ports: BindPorts, lead: LeadRecord, again?: 'again'): Promise<Bound> {
  const { boundKeys, leads } = ports;
  const bound = boundKeyOf(lead);
  if (!bound) return { id: lead.id };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const former = await boundKeys.bind(bound);
    if (!former) return { id: lead.id };
    const to = await leads.read(former.lead_id);
    if (to && boundKey(to, lead)) return { to };
    const id = to || again ? lead.id : former.lead_id;
    if (await boundKeys.replace(former, { ...bound, lead_id: id })) return { id };
  }
  throw new OutageError('MongoDB', new Error('others keep changing what an Idempotency-Key is bound to'));
}

/** The lead that has the Idempotency-Key already. `key`: under another name than the call's own. */
export async function boundLead(
  { boundKeys, leads }: Pick<BindPorts, 'leads'> & { readonly boundKeys: Pick<BoundKeyStore, 'read'> },
  lead: Parameters<typeof boundKey>[1] & Pick<LeadRecord, 'affiliate_id'>,
  key = lead.idempotency?.[0]?.key,
): Promise<LeadRecord | null> {
  const bound = key === undefined ? null : await boundKeys.read(lead.affiliate_id, key);
  const found = bound && (await leads.read(bound.lead_id));
  return found && boundKey(found, lead) ? found : null;
}

function boundKeyOf({ affiliate_id, id, idempotency: [sent] = [] }: LeadRecord): BoundKey | undefined {
  return sent && { ...sent, affiliate_id, lead_id: id };
}
