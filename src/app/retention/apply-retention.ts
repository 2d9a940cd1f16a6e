import { leadReference, searchReference } from '../../core/exchanges/about.js';
import { dueBefore, retentionOf, type RetentionClass } from '../../core/retention/retention.js';
import { longestWindow } from '../../core/duplicates/claim-status.js';
import { keepReadable, type KeepPorts } from '../consent/keep-evidence.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ExchangeStore } from '../ports/exchange-store.js';
import { endExchanges, type EndPorts } from '../exchanges/end-exchanges.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { DueRecord, PersonStore, WalkedClass } from '../ports/person-store.js';
import type { Removed } from './removed.js';

export interface RetentionPorts extends KeepPorts {
  readonly leads: KeepPorts['leads'] & Pick<LeadStore, 'readMany'>;
  readonly persons: PersonStore;
  readonly consents: Pick<ConsentStore, 'kept' | 'keep' | 'removeOf' | 'removeBefore'>;
  readonly exchanges: EndPorts['exchanges'] & Pick<ExchangeStore, 'doubt' | 'removeOf'>;
  readonly catalogue: Pick<CatalogueSource, 'current'>;
  readonly log: { warn(fields: object, message: string): void };
}

/** What each walk goes through, and by which term. */
export const WALKS = {
  searches: { of: 'search', term: 'searches' },
  sold_searches: { of: 'search', term: 'sold_leads' },
  searches_again: { of: 'search', term: 'searches' },
  sold_searches_again: { of: 'search', term: 'sold_leads' },
  refused_leads: { of: 'lead', term: 'refused_leads' },
  sold_leads: { of: 'lead', term: 'sold_leads' },
  labels: { of: 'lead', term: 'labels' },
} as const satisfies Readonly<
  Record<WalkedClass, { readonly of: 'lead' | 'search'; readonly term: RetentionClass }>
>;
export const WALK_NAMES = Object.keys(WALKS) as WalkedClass[];
/** A class by whose term a walk goes. */
export type WalkTerm = (typeof WALKS)[WalkedClass]['term'];

const BATCH = 200;
/** The rest is for the next turn, which begins at once: so a shutdown does not wait long. */
const MAX_BATCHES = 10;
/** A lead that could not be removed is looked at again after this time, so that it is in no other's way. */
const AGAIN_MS = 3_600_000;
/** How many persons are removed at once. Each takes a read and a write, which leave together with those of the others. */
const AT_ONCE = 50;

/**
 * Removes what is kept for longer than its class says, in small steps. It may be killed anywhere and run twice at once:
 * a step changes a record only as it was read, and how far a class is done is stored after its records. Throws on an
 * outage. `maxBatches`: of 200 records of each class in this turn.
 */
export async function applyRetention(ports: RetentionPorts, maxBatches = MAX_BATCHES): Promise<Removed> {
  const catalogue = ports.catalogue.current();
  // Without offers the duplicate windows are unknown, and maybe the catalogue is not there yet.
  if (catalogue.offers.size === 0) return { records: 0, isMoreDue: false };
  const retention = retentionOf(catalogue);
  const about = { now: ports.clock(), windowDays: longestWindow(catalogue) ?? 0 };
  const turns: Removed[] = [await forgetLeft(ports)];
  for (const walk of WALK_NAMES) {
    const before = await endOf(ports.persons, walk, dueBefore(WALKS[walk].term, retention, about));
    turns.push(await walkOn(ports, walk, { before, maxBatches }));
  }
  await ports.persons.endMarks();
  turns.push(await endExchanges(ports, dueBefore('attempts', retention, about)));
  const most = BATCH * maxBatches;
  const consents = await ports.consents.removeBefore(dueBefore('consent', retention, about), most);
  turns.push({ records: consents, isMoreDue: consents === most });
  return {
    records: turns.reduce((sum, { records }) => sum + records, 0),
    isMoreDue: turns.some(({ isMoreDue }) => isMoreDue),
  };
}

/**
 * Where a walk ends whose class is due `before` then. Labels go after the person, and a walk never comes back: it must not
 * pass leads that still have theirs.
 */
export async function endOf(
  persons: Pick<PersonStore, 'reached'>,
  walk: WalkedClass,
  before: Date,
): Promise<Date> {
  if (walk !== 'labels') return before;
  const gone = await Promise.all([persons.reached('refused_leads'), persons.reached('sold_leads')]);
  return new Date(Math.min(before.getTime(), ...gone.map((at) => at.getTime())));
}

async function walkOn(
  ports: RetentionPorts,
  walk: WalkedClass,
  { before, maxBatches }: { readonly before: Date; readonly maxBatches: number },
): Promise<Removed> {
  const { persons, clock } = ports;
  let from = await persons.reached(walk);
  let records = 0;
  for (let batch = 0; batch < maxBatches && from < before; batch += 1) {
    const due = await persons.due(walk, from, before, BATCH);
    const kept = await forget(ports, walk, due);
    records += due.length - kept.length;
    // A search that changed meanwhile is looked at again a minute later, and so is everything behind it.
    if (kept.length > 0 && WALKS[walk].of === 'search') return { records, isMoreDue: false };
    const to = due.length === BATCH ? (due.at(-1)?.counts_from ?? before) : before;
    await persons.leave(kept, clock());
    await persons.pass(walk, from, to, clock());
    await persons.reach(walk, to);
    from = to;
  }
  return { records, isMoreDue: from < before };
}

/** Leads that walks have left behind, because a worker had them, their data key was not here, or they changed. */
async function forgetLeft(ports: RetentionPorts): Promise<Removed> {
  const { persons, clock } = ports;
  const left = await persons.left(clock(), BATCH);
  const kept = await forget(ports, 'sold_leads', left);
  await persons.leave(kept, new Date(clock().getTime() + AGAIN_MS));
  return { records: left.length - kept.length, isMoreDue: left.length === BATCH };
}

/** Returns the records that changed since they were read, or whose person is still needed. */
async function forget(
  ports: RetentionPorts,
  walk: WalkedClass,
  due: readonly DueRecord[],
): Promise<readonly DueRecord[]> {
  const { persons, clock, log } = ports;
  if (due.length === 0) return [];
  if (walk === 'labels') {
    await persons.forgetLabels(due.map(({ id }) => id));
    return [];
  }
  const { of } = WALKS[walk];
  const forgotten = { at: clock(), why: 'retention' } as const;
  const { lacking, unproven } = of === 'lead' ? await prepareLeads(ports, due) : NOTHING;
  const removable = due.filter(({ id }) => !lacking.has(id));
  const records = removable.map(({ id }) => SAID[of](id));
  await ports.exchanges.doubt(records, forgotten.at);
  const gone = new Set<string>();
  for (let at = 0; at < removable.length; at += AT_ONCE) {
    const removing = removable.slice(at, at + AT_ONCE).map(async (one) => {
      const how = unproven.has(one.id) ? { ...forgotten, no_evidence: true as const } : forgotten;
      if (await persons[FORGETS[of]](one, how)) gone.add(one.id);
    });
    // When one fails, the others end before the turn does.
    await Promise.allSettled(removing);
    await Promise.all(removing);
  }
  const kept = due.filter(({ id }) => !gone.has(id));
  for (const { id: record_id } of kept)
    log.warn(
      { record_id },
      lacking.has(record_id)
        ? 'the person of a lead is not removed without its data key, because its evidence is still to be kept'
        : 'a record changed while its person was removed; it is tried again',
    );
  // What was told meanwhile.
  if (of === 'lead') await persons.forgetClickIds([...gone]);
  await ports.exchanges.removeOf(records.filter(({ record_id }) => gone.has(record_id)));
  return kept;
}

const SAID = { lead: leadReference, search: searchReference } as const;
const FORGETS = { lead: 'forgetLead', search: 'forgetSearch' } as const;
const NOTHING = { lacking: new Set<string>(), unproven: new Set<string>() } as const;

/** What comes before the persons, so that a killed step is repeated. */
async function prepareLeads(
  ports: RetentionPorts,
  due: readonly DueRecord[],
): Promise<Readonly<Record<'lacking' | 'unproven', ReadonlySet<string>>>> {
  const { persons, consents } = ports;
  const leads = await ports.leads.readMany(due.map(({ id }) => id));
  const lacking = await keepReadable(ports, leads);
  // An erasure waits for their decision, and wants no evidence.
  const erased = leads.flatMap(({ id, forget: to }) => (to?.no_evidence === true ? [id] : []));
  const unproven = new Set(erased);
  await consents.removeOf(erased);
  await persons.forgetClickIds(due.flatMap(({ id }) => (lacking.has(id) ? [] : [id])));
  return { lacking, unproven };
}
