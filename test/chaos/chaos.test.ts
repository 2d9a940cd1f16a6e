import { expect } from 'chai';
import { rehearse } from '../../chaos/rehearse.js';
import { summaryOf } from '../../chaos/report.js';

/** As `npm run chaos -- --seed 1 --submits 300 --minutes 0.4 --people 150`; another seed by CHAOS_SEED. */
const SMALL = {
  seed: Number(process.env['CHAOS_SEED'] ?? 1),
  submits: 300,
  minutes: 0.4,
  // On a busy machine fewer than 400 come.
  cutMinutes: 0.7,
  people: 150,
  redis: 'single' as const,
  settleSeconds: 300,
  faults: true,
};

describe('chaos', () => {
  it('up to 300 submits while processes and servers die: nothing lost, nothing sold twice, no cap exceeded', async function () {
    // What its parts may take together: start, load, the last client's patience, settling, checks.
    this.timeout(720_000);
    const interrupted = new AbortController();
    const report = await rehearse(SMALL, interrupted.signal, (line) => {
      if (line.includes('left out')) console.log(`      ${line}`);
    });
    console.log(summaryOf(report).replace(/^/gm, '      '));
    expect(report.violations).to.deep.equal([]);
    expect(report.still_moving).to.deep.equal({ leads: 0, debts: 0, searches: 0, entries: 0 });
    // How many depends on what else the machine has to do.
    expect(report.acknowledged.submits).to.be.within(20, SMALL.submits);
    expect(report.acknowledged.given_up).to.equal(0);
    expect(report.sold).to.be.greaterThan(5);
    expect(report.fault_list.length).to.be.greaterThan(4);
    expect(report.without_consent).to.be.greaterThan(0);
    expect(report.called_back).to.be.greaterThan(0);
  });

  it('up to 100 submits without a fault: nothing is unknown, and nothing failed', async function () {
    this.timeout(400_000);
    const interrupted = new AbortController();
    const few = { ...SMALL, submits: 100, minutes: 0.15, cutMinutes: 0.3, people: 100, faults: false };
    const report = await rehearse(few, interrupted.signal, () => undefined);
    console.log(summaryOf(report).replace(/^/gm, '      '));
    expect(report.violations).to.deep.equal([]);
    expect(report.leads).to.not.have.any.keys('unknown', 'failed');
    expect(report.sold).to.be.greaterThan(5);
  });
});
