import type { LeadRecord } from '../../core/lead/lead-record.js';
import { OutageError } from '../outage.js';
import type { BoundKey, BoundKeyStore } from '../ports/bound-key-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { WebPorts } from '../ports/web-ports.js';
import { boundKey, isRepeat, keysOf } from './idempotency.js';
import type { SubmitCall } from './submit-request.js';

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
 * new lead is then stored under the id that the key names. So if the earlier call only slept, one of the two stores the
 * lead, and the other one finds it.
 *
 * `again`: the lead is stored already and is submitted again, so it keeps its id.
 */
export async function bindKey(ports: BindPorts, lead: LeadRecord, again?: 'again'): Promise<Bound> {
  const { boundKeys, leads } = ports;
  const bound = boundKeyOf(lead);
  if (!bound) return { id: lead.id };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const earlier = await boundKeys.bind(bound);
    if (!earlier) return { id: lead.id };
    const to = await leads.read(earlier.lead_id);
    if (to && boundKey(to, lead)) return { to };
    const id = to || again ? lead.id : earlier.lead_id;
    if (await boundKeys.replace(earlier, { ...bound, lead_id: id })) return { id };
  }
  throw new OutageError('MongoDB', new Error('others keep changing what an Idempotency-Key is bound to'));
}

/** The lead that has the Idempotency-Key of this call already. */
export async function boundLead(
  { boundKeys, leads }: Pick<BindPorts, 'leads'> & { readonly boundKeys: Pick<BoundKeyStore, 'read'> },
  lead: Parameters<typeof boundKey>[1] & Pick<LeadRecord, 'affiliate_id'>,
): Promise<LeadRecord | null> {
  const [sent] = lead.idempotency ?? [];
  const bound = sent && (await boundKeys.read(lead.affiliate_id, sent.key));
  const found = bound && (await leads.read(bound.lead_id));
  return found && boundKey(found, lead) ? found : null;
}

function boundKeyOf({ affiliate_id, id, idempotency: [sent] = [] }: LeadRecord): BoundKey | undefined {
  return sent && { ...sent, affiliate_id, lead_id: id };
}

/**
 * The lead of an earlier call with the same Idempotency-Key and body, for a call that would be refused now: the offer may
 * have left the campaign, or the search may be gone. Null: no such call was stored. Throws on an outage.
 */
export async function repeatedCall(
  { boundKeys, leads, identities }: Pick<WebPorts, 'boundKeys' | 'leads' | 'identities'>,
  call: SubmitCall,
): Promise<LeadRecord | null> {
  const { affiliate_id } = call.key;
  const repeat = { affiliate_id, idempotency: keysOf(identities, call), received_at: call.now };
  const found = await boundLead({ boundKeys, leads }, repeat);
  return found && isRepeat(identities.same, found, repeat) ? found : null;
}
