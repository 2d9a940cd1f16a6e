import { testAttempt, testSentTo } from '../../../support/records.js';
import { expect } from 'chai';
import { countStored } from '../../../../src/app/reports/count-stored.js';
import { FACT_DIMENSIONS } from '../../../../src/core/reports/dimensions.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { storeTold, toldLead, toldSearch } from '../../../support/report-world.js';
import { migratedServices } from '../../../support/services.js';

const at = (hour: number, minute = 0): Date => new Date(Date.UTC(2026, 9, 6, hour, minute));
/** One test record, and four live ones after it. */
const MINUTES = [0, 1, 2, 3, 4];

describe('a report that reads records up to a limit', () => {
  const services = migratedServices();
  before(async () => {
    await storeTold(await services.migrated(), {
      leads: MINUTES.map((minute) =>
        toldLead('CAP_REACHED', { received_at: at(4, minute), is_test: minute === 0 }),
      ),
      searches: MINUTES.map((minute) => toldSearch(at(5, minute), 1, { is_test: minute === 0 })),
    });
  });
  after(() => services.close());

  for (const [what, hour] of [
    ['leads', 4],
    ['searches', 5],
  ] as const)
    it(`leaves out test ${what}, and counts them in no limit`, async () => {
      const reader = createReportReader(await services.connection());
      const counted = (most: number) => countStored(reader, [{ from: at(hour), to: at(hour + 1) }], most);
      expect(await counted(3)).to.equal(undefined);
      expect((await counted(4))?.records).to.equal(4);
    });

  it('reads of a lead that was posted again the attempts of its present submission alone', async () => {
    const attempt = (n: number, submission: number, buyer_id: string) => ({
      ...testAttempt({
        number: n,
        submission,
        at: at(6),
        timeout_ms: 1_000,
        outcome: 'unknown' as const,
        duration_ms: 1_000,
      }),
      sent_to: testSentTo(buyer_id),
    });
    const of = { buyer_id: 'present' };
    const before = toldLead('CAP_REACHED', { received_at: at(6), ...of });
    const attempts = [attempt(1, 1, 'former')];
    const sent = [...attempts, attempt(2, 2, 'present')];
    await storeTold(await services.connection(), {
      leads: [
        { ...before, submission: 2, attempts },
        toldLead('CAP_REACHED', { received_at: at(6, 1), ...of, submission: 2, attempts: sent }),
      ],
      searches: [],
    });
    const reader = createReportReader(await services.connection());
    const counted = await countStored(reader, [{ from: at(6), to: at(7) }], 9);
    const buyers = [...(counted?.quarters.values() ?? [])]
      .flat()
      .map(({ of: values, counts }) => [
        values[FACT_DIMENSIONS.indexOf('buyer')],
        counts.sums.submits,
        counts.sums.timeouts,
      ]);
    expect(buyers).to.deep.equal([['present', 2, 1]]);
  });
});
