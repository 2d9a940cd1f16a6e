import { expect } from 'chai';
import { createSalesCheck } from '../../../src/app/integrity/check-sales.js';
import type { RecordReader } from '../../../src/app/integrity/ports.js';
import { createCatalogueHistory } from '../../../src/core/invariants/catalogue-history.js';
import { SETTLED } from '../../../src/core/invariants/tolerance.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testIdentities, testLead } from '../../support/records.js';

const AT = new Date('2026-11-21T17:00:00Z');
const NOW = new Date('2026-11-21T18:00:00Z');
/** More than the check reads again at once. */
const SOLD = 600;

function sale(n: number): LeadRecord {
  const { due_at: _due, ...lead } = testLead({
    id: `20000000-0000-4000-8000-000000000${n}`,
    ...{ received_at: AT, first_due_at: AT, runs: 1, intent: { at: AT, round: 1 } },
    identities: testIdentities(`person-${n}`),
    state: 'accepted',
    attempts: [{ n: 1, round: 1, at: AT, timeout_ms: 2_000, outcome: 'accepted' }],
    decision: { code: 'ACCEPTED', at: AT, source: 'buyer' },
  });
  return lead;
}

describe('looking for caps that were exceeded', () => {
  /** What the check says of these leads, where a scan shows the first of them twice. */
  async function found(leads: readonly LeadRecord[], limit: number): Promise<readonly string[]> {
    const history = createCatalogueHistory();
    const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ limit })] } } });
    history.add(catalogue, new Date('2026-11-01T00:00:00Z'));
    const shown = [...leads, ...leads.slice(0, 1)];
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const reader: Pick<RecordReader, 'attemptedLeads' | 'leadsById'> = {
      // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
      async *attemptedLeads() {
        yield* shown;
      },
      leadsById: (ids) => Promise.resolve([...new Set(ids)].flatMap((id) => byId.get(id) ?? [])),
    };
    const check = createSalesCheck({
      ...{ history, tolerance: SETTLED, kept_since: null, books_begun_at: null },
      clock: () => NOW,
      beforeSecondLook: () => Promise.resolve(),
    });
    for (const lead of shown) check.add(lead);
    const names: string[] = [];
    for await (const { invariant } of check.violations(reader as RecordReader)) names.push(invariant);
    return names;
  }
  const leads = Array.from({ length: SOLD }, (_, n) => sale(100 + n));

  it('counts a lead once, also if the scan shows it twice', async () => {
    expect(await found(leads, SOLD)).to.deep.equal([]);
  });

  it('finds one lead too many', async () => {
    expect(await found(leads, SOLD - 1)).to.deep.equal(['cap-kept']);
  });
});
