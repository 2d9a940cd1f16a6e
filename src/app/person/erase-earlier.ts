import {
  evidenceId,
  submissionOfEvidence,
  submissionsByLead,
  type Salted,
} from '../../core/consent/evidence.js';
import { saidOfLead } from '../../core/exchanges/about.js';
import { OF_NONE } from '../../core/exchanges/exchange.js';
import { endOfSubmission } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { NoticeLead } from '../../core/person/buyer-notice.js';
import type { Erasure } from '../../core/person/erasure.js';
import type { EvidenceAsText } from '../consent/prove-consent.js';
import { oweNotices, type OweNoticesPorts } from '../notices/owe-notices.js';
import { keyLackingFor } from '../outage.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ErasureStore } from '../ports/erasure-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { Sealer } from '../ports/sealer.js';

/** What it takes to erase earlier submissions. */
export interface EarlierPorts extends OweNoticesPorts {
  readonly leads: Pick<LeadStore, 'read'>;
  readonly consents: Pick<ConsentStore, 'ofLead' | 'remove'>;
  readonly exchanges: Pick<ExchangeStore, 'removeOf'>;
  readonly erasures: Pick<ErasureStore, 'find' | 'join' | 'scrub'>;
  readonly sealer: Pick<Sealer, 'seal' | 'open'>;
}

/**
 * Removes what is left of a person in leads that were sent again with somebody else: what was said of the person's own
 * submissions and told before somebody else's came, and their evidence, if the erasure wants that. Who has a lead after
 * them loses nothing. `own`: leads that the erasure takes as a whole. Returns the leads whose evidence this
 * process can't open, with the names of the lacking keys.
 */
export async function eraseEarlier(
  ports: EarlierPorts,
  erasure: Erasure,
  own: readonly string[],
): Promise<{ readonly busy: readonly string[]; readonly lacks: readonly string[] }> {
  const [busy, lacks]: [string[], string[]] = [[], []];
  for (const [lead_id, all] of submissionsByLead(await earlierOf(ports, erasure, own))) {
    const lead = await ports.leads.read(lead_id);
    // In a restored backup the lead may be as it was before. Then it is one of the erasure's own.
    const rounds = [...all].filter((round) => lead !== null && round < lead.round);
    if (!lead || rounds.length === 0) continue;
    const key = await keyLackingFor(() => oweEarlier(ports, lead, rounds, erasure));
    if (key !== undefined) {
      busy.push(lead_id);
      lacks.push(key);
      continue;
    }
    const until = new Date(endOfSubmission(lead, Math.max(...rounds)).getTime() - 1);
    await ports.erasures.scrub([lead_id], until);
    const of = saidOfLead(lead_id);
    await ports.exchanges.removeOf(rounds.map((round) => ({ ...of, round })));
    await ports.exchanges.removeOf([{ ...of, round: OF_NONE }], until);
    // Last, because what is found by it is removed before it. By its id: the person may have the lead again since.
    if (erasure.no_evidence)
      await ports.consents.remove(rounds.map((round) => evidenceId({ id: lead_id, round })));
  }
  return { busy, lacks };
}

/**
 * The buyers of these submissions are told, with the person of the newest one's evidence. They are told as if that one were
 * the lead's present one, so that who was told then hears nothing twice.
 */
async function oweEarlier(
  ports: EarlierPorts,
  lead: LeadRecord,
  rounds: readonly number[],
  { number, at, case: of }: Erasure,
): Promise<void> {
  const newest = Math.max(...rounds);
  const kept = (await ports.consents.ofLead(lead.id)).find(
    ({ id }) => id === evidenceId({ id: lead.id, round: newest }),
  );
  // A broken-off run has removed it, and had stored before it what they are told.
  if (!kept) return;
  const { text } = (await ports.sealer.open(kept.sealed)) as Salted;
  const attempts = lead.attempts.filter(({ round }) => rounds.includes(round));
  const then = asItWas({ ...lead, round: newest, attempts }, JSON.parse(text) as EvidenceAsText);
  await oweNotices(ports, then, { event: 'erasure', number, at, case: of });
}

/**
 * A lead as an earlier submission left it, for `noticesOf`. Its state is a final one, because nothing of it leaves any more: else
 * the offer's present buyer would be told too. The reference that is stored may be of a later submission, so it is left out.
 */
const asItWas = (
  { id, is_test, round, attempts }: LeadRecord,
  { offer_id, person }: EvidenceAsText,
): NoticeLead => ({ id, is_test, round, attempts, offer_id, state: 'failed', lead: { personal: person } });

/**
 * The earlier submissions of the person in leads that have somebody else now. One looks when the leads had their turns,
 * because until then each may have been sent again. `own`: the buyers of all submissions of these are told already.
 */
async function earlierOf(
  { erasures }: Pick<EarlierPorts, 'erasures'>,
  { number, keys, at, earlier = [] }: Erasure,
  own: readonly string[],
): Promise<string[]> {
  const found = await erasures.find(keys, at);
  const late = (found.earlier ?? []).filter((id) => !earlier.includes(id));
  if (late.length > 0) await erasures.join(number, { lead_ids: [], search_ids: [], earlier: late });
  return [...earlier, ...late].filter((id) => !own.includes(submissionOfEvidence(id).id));
}
