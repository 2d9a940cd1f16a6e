import { expect } from 'chai';
import { createSalesCheck } from '../../../src/app/integrity/check-sales.js';
import type { RecordReader } from '../../../src/app/integrity/ports.js';
import { createCatalogueHistory } from '../../../src/core/invariants/catalogue-history.js';
import { SETTLED } from '../../../src/core/invariants/tolerance.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { testIdentities } from '../../support/records.js';
import { soldLead } from '../../support/returns.js';

const NOW = new Date('2026-11-21T18:00:00Z');
/** More than the check reads again at once. */
const SOLD = 600;

describe('looking for caps that were exceeded', () => {
  /** What the check says of these leads, where a scan shows the first of them twice. */
  async function found(leads: readonly LeadRecord[], limit: number): Promise<readonly string[]> {
    const history = createCatalogueHistory();
    const catalogue = testCatalogue({ offers: { [IDS.shared]: { caps: [testCap({ limit })] } } });
    history.add(catalogue, new Date('2026-11-01T00:00:00Z'));
    const shown = [...leads, ...leads.slice(0, 1)];
    const byId = new Map(leads.map((lead) => [lead.id, lead]));
    const reader: Pick<RecordReader, 'sentOrSavedLeads' | 'leadsById'> = {
      // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
      async *sentOrSavedLeads() {
        yield* shown;
      },
      leadsById: (ids) => Promise.resolve([...new Set(ids)].flatMap((id) => byId.get(id) ?? [])),
    };
    const check = createSalesCheck({
      ...{ history, tolerance: SETTLED, kept_since: null },
      clock: () => NOW,
      beforeSecondLook: () => Promise.resolve(),
    });
    for (const lead of shown) check.add(lead);
    const names: string[] = [];
    for await (const { invariant } of check.violations(reader as RecordReader)) names.push(invariant);
    return names;
  }
  const leads = Array.from({ length: SOLD }, (_, n) =>
    soldLead({ identities: testIdentities(`person-${n}`) }),
  );

  it('counts a lead once, also if the scan shows it twice', async () => {
    expect(await found(leads, SOLD)).to.deep.equal([]);
  });

  it('finds one lead too many', async () => {
    expect(await found(leads, SOLD - 1)).to.deep.equal(['cap-kept']);
  });
});
