import { expect } from 'chai';
import { checkLedger, type LedgerCheck } from '../../../src/app/integrity/check-ledger.js';
import type { LedgerReader, RecordReader } from '../../../src/app/integrity/ports.js';
import { reservationIdOf } from '../../../src/core/caps/cap-buckets.js';
import { windowOf } from '../../../src/core/caps/windows.js';
import { createCatalogueHistory } from '../../../src/core/invariants/catalogue-history.js';
import { LIVE } from '../../../src/core/invariants/tolerance.js';
import type { LeadRecord, PendingEffect } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { soldLead } from '../../support/returns.js';

const NOW = new Date('2026-11-21T18:00:00Z');
const CAP = testCap({ limit: 100 });
const { window } = windowOf(CAP, NOW);
const NAME = `${CAP.id}:${window}`;

const pending = (over: Partial<LeadRecord> = {}): LeadRecord => {
  const { decision: _, ...lead } = soldLead(over);
  const [attempt] = lead.attempts;
  return { ...lead, state: 'pending', attempts: [{ ...attempt!, outcome: 'pending' }] };
};
/** The same lead, sold; the ledger may still have it as reserved. */
const owing = ({ id }: LeadRecord): LeadRecord =>
  soldLead({ id, pending_effects: [{ kind: 'reservations', submission: 1 } as PendingEffect] });

/** A ledger with one cap, and its leads. */
class Shop {
  readonly leads = new Map<string, LeadRecord>();
  readonly members = new Set<string>();
  confirmed = 0;

  /** Stores it, and reserves if it has not yet. */
  reserve(lead: LeadRecord): LeadRecord {
    this.members.add(reservationIdOf(lead.id, lead.submission));
    return this.store(lead);
  }
  confirm(lead: LeadRecord): void {
    if (this.members.delete(reservationIdOf(lead.id, lead.submission))) this.confirmed += 1;
    this.store(soldLead({ id: lead.id }));
  }
  store(lead: LeadRecord): LeadRecord {
    this.leads.set(lead.id, lead);
    return lead;
  }

  /** The check, beside what happens before each reading of the leads and after it. */
  check(before: () => void = () => undefined, after: () => void = () => undefined): Promise<LedgerCheck> {
    const history = createCatalogueHistory();
    const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [CAP] } } });
    history.add(catalogue, new Date('2026-11-01T00:00:00Z'));
    const { leads } = this;
    const reader: Pick<RecordReader, 'countedLeads' | 'leadsById'> = {
      // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
      async *countedLeads() {
        before();
        yield* [...leads.values()];
        after();
      },
      leadsById: (ids) => Promise.resolve(ids.flatMap((id) => leads.get(id) ?? [])),
    };
    const ledger: LedgerReader = {
      read: () => {
        const place = { cap_id: CAP.id, window, confirmed: this.confirmed, members: [...this.members] };
        return Promise.resolve({ token: 't', caps: new Set([CAP.id]), places: new Map([[NAME, place]]) });
      },
      isRebuilding: () => Promise.resolve(false),
    };
    const about = {
      ...{ history, tolerance: LIVE, kept_since: null },
      clock: () => NOW,
      beforeSecondLook: () => Promise.resolve(),
    };
    return checkLedger({ reader: reader as RecordReader, ledger, about });
  }
}

const detailsOf = ({ violations }: LedgerCheck): string[] => violations.map(({ detail }) => detail);

describe('comparing the ledger with the leads', () => {
  let shop: Shop;
  beforeEach(() => {
    shop = new Shop();
  });

  it('allows for leads that reserve while the leads are read, another one in each look', async () => {
    const { violations, places } = await shop.check(() => shop.reserve(pending()));
    expect([violations, places]).to.deep.equal([[], 1]);
  });

  it('allows for leads that are sold before, during and after the reading, in each look', async () => {
    let early = shop.reserve(pending());
    const before = (): void => {
      shop.store(owing(early));
      shop.confirm(shop.reserve(pending()));
    };
    const after = (): void => {
      shop.confirm(early);
      shop.confirm(shop.reserve(pending()));
      early = shop.reserve(pending());
    };
    expect(detailsOf(await shop.check(before, after))).to.deep.equal([]);
  });

  it('allows for leads that end after they were read, another one in each look', async () => {
    let ends: LeadRecord;
    const before = (): void => {
      ends = shop.reserve(pending());
    };
    const after = (): void => {
      shop.members.delete(reservationIdOf(ends.id, 1));
      shop.store({ ...ends, state: 'rejected', attempts: [] });
    };
    expect(detailsOf(await shop.check(before, after))).to.deep.equal([]);
  });

  it('counts a sale once that the ledger has as reserved, or has confirmed already', async () => {
    shop.reserve(owing(pending()));
    const confirmed = owing(shop.reserve(pending()));
    shop.confirm(confirmed);
    shop.store(confirmed);
    expect(detailsOf(await shop.check())).to.deep.equal([]);
  });

  it('finds a lead without its place beside leads that reserve', async () => {
    const { id } = shop.store(pending());
    const found = detailsOf(await shop.check(() => shop.reserve(pending())));
    expect(found).to.deep.equal([`offer shared, day: ${id}:1 holds a place and is not reserved`]);
  });

  it('requires no place of a held lead that was requeued: the run that broke may have left a full cap', async () => {
    const saved = { ...pending(), state: 'saved', attempts: [] } as const;
    const reason = { why: 'outage' } as const;
    shop.store({ ...saved, timeline: [{ at: NOW, what: 'requeued', reason }] });
    expect(detailsOf(await shop.check())).to.deep.equal([]);
    shop.store({ ...saved, timeline: [] });
    expect(detailsOf(await shop.check())).to.have.length(1);
  });

  it('finds a sale that is not counted, and one too many, also while the numbers move', async () => {
    const sells = (): void => {
      shop.confirm(shop.reserve(pending()));
    };
    shop.store(soldLead());
    shop.store(soldLead());
    const tooLow = detailsOf(await shop.check(undefined, sells));
    expect(tooLow).to.deep.equal(['offer shared, day: the ledger counts 2 accepted leads, there are 3']);
    shop.confirmed += 4;
    const tooHigh = detailsOf(await shop.check(sells));
    expect(tooHigh).to.deep.equal(['offer shared, day: the ledger counts 8 accepted leads, there are 6']);
  });
});
