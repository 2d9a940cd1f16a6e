import { expect } from 'chai';
import { countStored } from '../../../../src/app/reports/count-stored.js';
import { createReportReader } from '../../../../src/platform/mongo/reports/report-reader.js';
import { storeTold, toldLead, toldSearch } from '../../../support/report-world.js';
import { privateServices } from '../../../support/services.js';

const at = (hour: number, minute = 0): Date => new Date(Date.UTC(2026, 9, 6, hour, minute));
/** One test record, and four live ones after it. */
const MINUTES = [0, 1, 2, 3, 4];

describe('a report that reads records up to a limit', () => {
  const services = privateServices();
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
});
