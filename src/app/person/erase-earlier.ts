import { attemptsNow } from '../../core/delivery/attempt.js';
import { evidenceId, submissionOfEvidence, type Salted } from '../../core/consent/evidence.js';
import { OF_NONE } from '../../core/exchanges/exchange.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { NoticeLead } from '../../core/person/buyer-notice.js';
import type { Erasure } from '../../core/person/erasure.js';
import type { EvidenceAsText } from '../consent/prove-consent.js';
import { oweNotices, type OweNoticesPorts } from '../notices/owe-notices.js';
import { MissingDataKeyError } from '../outage.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { Sealer } from '../ports/sealer.js';

export interface EarlierPorts extends OweNoticesPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly consents: Pick<ConsentStore, 'ofLead' | 'removeOf'>;
  readonly exchanges: Pick<ExchangeStore, 'removeOf'>;
  readonly erasures: Pick<ErasureStore, 'scrub'>;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
}

/**
 * Removes what is left of a person in leads that were sent again with somebody else: what was said of the person's own
 * submissions and told before the present one came, and their evidence, if the erasure wants that. Who has a lead now
 * loses nothing. Returns the leads whose evidence this process can't open, with the names of the lacking keys.
 */
export async function eraseEarlier(
  ports: EarlierPorts,
  erasure: Erasure,
): Promise<{ readonly busy: readonly string[]; readonly lacks: readonly string[] }> {
  const [busy, lacks]: [string[], string[]] = [[], []];
  for (const id of erasure.earlier ?? []) {
    const { id: lead_id, round } = submissionOfEvidence(id);
    const lead = await ports.leads.read(lead_id);
    // In a restored backup the lead may be as it was before. Then it is one of the erasure's own.
    if (!lead || lead.round <= round) continue;
    const key = await keyLackingFor(() => oweEarlier(ports, lead, round, erasure));
    if (key !== undefined) {
      busy.push(lead_id);
      lacks.push(key);
      continue;
    }
    const until = new Date(lead.received_at.getTime() - 1);
    await ports.erasures.scrub([lead_id], until);
    const of = { of: 'lead', record_id: lead_id } as const;
    await ports.exchanges.removeOf([{ ...of, round }]);
    await ports.exchanges.removeOf([{ ...of, round: OF_NONE }], until);
    // Last, because what is found by it is removed before it.
    if (erasure.no_evidence) await ports.consents.removeOf([{ lead_id, keys: erasure.keys }]);
  }
  return { busy, lacks };
}

/** The buyers of that submission are told by its evidence, which has its person. */
async function oweEarlier(
  ports: EarlierPorts,
  lead: LeadRecord,
  round: number,
  { number, at, case: of }: Erasure,
): Promise<void> {
  const kept = (await ports.consents.ofLead(lead.id)).find(
    ({ id }) => id === evidenceId({ id: lead.id, round }),
  );
  // A broken-off run has removed it, and had stored before it what they are told.
  if (!kept) return;
  const { text } = (await ports.sealer.open(kept.sealed)) as Salted;
  const then = asItWas(lead, round, JSON.parse(text) as EvidenceAsText);
  await oweNotices(ports, then, { event: 'erasure', number, at, case: of });
}

/** A lead as an earlier submission left it. The reference that is stored may be of a later one. */
function asItWas(
  { id, is_test, attempts }: LeadRecord,
  round: number,
  { offer_id, person }: EvidenceAsText,
): NoticeLead {
  const own = attemptsNow({ attempts, round });
  return { id, is_test, round, attempts: own, offer_id, state: 'failed', lead: { personal: person } };
}

async function keyLackingFor(step: () => Promise<void>): Promise<string | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (error instanceof MissingDataKeyError) return error.key;
    throw error;
  }
}
