import { memberOf } from '../../src/core/caps/member.js';
import { placesFor } from '../../src/core/caps/places.js';
import type { Place } from '../../src/core/ports/ledger.js';
import type { Debt, LeadRecord } from '../../src/core/records/lead-record.js';
import type { WorkPorts } from '../work-ports.js';

type PayPorts = Pick<WorkPorts, 'searches' | 'claims' | 'ledger' | 'catalogue'>;

/**
 * Works one debt off: slot, claims, places. Every payment is idempotent, so a debt that was paid and not yet cleared
 * is paid again. False: the ledger has to be rebuilt first, the debt stays.
 */
export async function payDebt(ports: PayPorts, lead: string, debt: Debt): Promise<boolean> {
  await paySlot(ports, lead, debt);
  return payRest(ports, lead, debt);
}

/** One debt of a lead. */
export interface Owed {
  readonly id: string;
  readonly debt: Debt;
}

/** Works many debts off, the slots of all acceptances in one command, and tells which were paid. */
export async function payDebts(ports: PayPorts, owed: readonly Owed[]): Promise<Owed[]> {
  const sold = owed.flatMap(({ id, debt: { action, search_id, round } }) =>
    action === 'confirm' && search_id !== undefined ? [{ search: search_id, lead: id, round }] : [],
  );
  await ports.searches.confirmSlots(sold);
  const paid: Owed[] = [];
  for (const one of owed) {
    const pay = one.debt.action === 'confirm' ? payRest : payDebt;
    if (await pay(ports, one.id, one.debt)) paid.push(one);
  }
  return paid;
}

async function payRest(ports: PayPorts, lead: string, debt: Debt): Promise<boolean> {
  if (debt.claims === 'release') await ports.claims.release(debt.keys, lead, debt.round);
  if (debt.claims === 'restamp') await ports.claims.restamp(debt.keys, lead, debt.round, debt.since);
  const places = placesOfDebt(ports, debt);
  if (places.length === 0) return true;
  const member = memberOf(lead, debt.round);
  return (await ports.ledger[debt.action](member, places)) === 'done';
}

/**
 * Pays what a lead that just ended owes. Give-backs are cleared at once, since a next lead waits for them; an
 * acceptance's debt is left to the sweeper, which clears hundreds in one command. What cannot be paid now stays owed.
 */
export async function payNow(
  ports: PayPorts & Pick<WorkPorts, 'leads' | 'log'>,
  lead: Pick<LeadRecord, 'id'>,
  debt: Debt,
): Promise<void> {
  try {
    const paid = await payDebt(ports, lead.id, debt);
    if (paid && debt.action === 'release') await ports.leads.clearDebts([{ id: lead.id, round: debt.round }]);
  } catch (error) {
    ports.log.warn({ err: error, lead_id: lead.id }, 'a debt could not be paid, the sweeper will');
  }
}

async function paySlot({ searches }: PayPorts, lead: string, debt: Debt): Promise<void> {
  const { search_id, round, action } = debt;
  if (search_id === undefined) return;
  if (action === 'confirm') await searches.confirmSlots([{ search: search_id, lead, round }]);
  else await searches.releaseSlot(search_id, lead, round);
}

/** A line that left the catalogue has no caps to pay; the trim and the window's end take its places. */
function placesOfDebt(
  { catalogue }: PayPorts,
  { campaign_id, offer_id, program_id, intent_at }: Debt,
): Place[] {
  const campaign = catalogue.current().campaigns.get(campaign_id);
  const line = campaign?.offers.get(offer_id);
  return campaign && line && intent_at ? placesFor({ campaign, line, program: program_id }, intent_at) : [];
}
