import { dueBefore, retentionOf, type RetentionClass } from '../../core/retention/retention.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { keepEvidence, type KeepPorts } from '../consent/keep-evidence.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { ConsentStore } from '../ports/consent-store.js';
import type { ExchangeOf, ExchangeStore } from '../ports/exchange-store.js';
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

/** By which term each walk goes. */
export const WALKS: Readonly<Record<WalkedClass, RetentionClass>> = {
  searches: 'searches',
  sold_searches: 'sold_leads',
  refused_leads: 'refused_leads',
  sold_leads: 'sold_leads',
  labels: 'labels',
};
const BATCH = 200;
/** The rest is for the next turn, which begins at once: so a shutdown does not wait long. */
const MAX_BATCHES = 10;
/** How many persons are removed at once. Each takes a read and a write. */
const AT_ONCE = 10;

/** The longest duplicate window of the catalogue, in days. */
export const longestWindow = ({ offers }: Pick<Catalogue, 'offers'>): number =>
  Math.max(0, ...[...offers.values()].map(({ duplicates }) => duplicates.window_days));

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
  const about = { now: ports.clock(), windowDays: longestWindow(catalogue) };
  const turns: Removed[] = [];
  for (const walk of Object.keys(WALKS) as WalkedClass[]) {
    const before = await endOf(ports, walk, dueBefore(WALKS[walk], retention, about));
    turns.push(await walkOn(ports, walk, { before, maxBatches }));
  }
  turns.push(await endExchanges(ports, dueBefore('attempts', retention, about)));
  const most = BATCH * maxBatches;
  const consents = await ports.consents.removeBefore(dueBefore('consent', retention, about), most);
  turns.push({ records: consents, isMoreDue: consents === most });
  return {
    records: turns.reduce((sum, { records }) => sum + records, 0),
    isMoreDue: turns.some(({ isMoreDue }) => isMoreDue),
  };
}

/** Labels go after the person, and a walk never comes back: it must not pass leads that still have theirs. */
async function endOf({ persons }: RetentionPorts, walk: WalkedClass, before: Date): Promise<Date> {
  if (walk !== 'labels') return before;
  const gone = await persons.reached('sold_leads');
  return gone < before ? gone : before;
}

async function walkOn(
  ports: RetentionPorts,
  walk: WalkedClass,
  { before, maxBatches }: { readonly before: Date; readonly maxBatches: number },
): Promise<Removed> {
  const { persons } = ports;
  let from = await persons.reached(walk);
  let records = 0;
  for (let batch = 0; batch < maxBatches && from < before; batch += 1) {
    const due = await persons.due(walk, from, before, BATCH);
    const done = await forget(ports, walk, due);
    records += done;
    // What changed meanwhile is looked at again a minute later, and so is everything behind it.
    if (done < due.length) return { records, isMoreDue: false };
    from = due.length === BATCH ? (due.at(-1)?.received_at ?? before) : before;
    await persons.reach(walk, from);
  }
  return { records, isMoreDue: from < before };
}

async function forget(ports: RetentionPorts, walk: WalkedClass, due: readonly DueRecord[]): Promise<number> {
  const { persons, leads, clock, log } = ports;
  const forgotten = { at: clock(), why: 'retention' } as const;
  if (walk === 'labels') {
    await persons.forgetLabels(due.map(({ id }) => id));
    return due.length;
  }
  const isLead = walk === 'refused_leads' || walk === 'sold_leads';
  const ids = due.map(({ id }) => id);
  const read = isLead ? await leads.readMany(ids) : [];
  await keepEvidence(ports, read);
  // An erasure waits for their decision, and wants no evidence.
  const unproven = new Set(read.filter(({ forget }) => forget?.no_evidence === true).map(({ id }) => id));
  if (unproven.size > 0) await ports.consents.removeOf([...unproven]);
  // Before the persons, so that a killed step is repeated.
  if (isLead) await persons.forgetTold(ids);
  const of = isLead ? 'lead' : 'search';
  const records = ids.map((record_id): ExchangeOf => ({ of, record_id }));
  await ports.exchanges.doubt(records, forgotten.at);
  const gone: boolean[] = [];
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = due.slice(at, at + AT_ONCE);
    const removing = some.map((one) =>
      isLead
        ? persons.forgetLead(one, unproven.has(one.id) ? { ...forgotten, no_evidence: true } : forgotten)
        : persons.forgetSearch(one, forgotten),
    );
    // When one fails, the others end before the turn does.
    await Promise.allSettled(removing);
    gone.push(...(await Promise.all(removing)));
  }
  for (const record_id of ids.filter((_, nth) => !gone[nth]))
    log.warn({ record_id }, 'a record changed while its person was removed; it is tried again');
  const done = records.filter((_, nth) => gone[nth]);
  await ports.exchanges.removeOf(done);
  return done.length;
}
