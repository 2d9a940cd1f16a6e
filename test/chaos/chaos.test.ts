import { expect } from 'chai';
import type { ChaosOptions } from '../../chaos/options.js';
import type { RedisKind } from '../../chaos/environment/servers.js';
import { rehearse } from '../../chaos/rehearse.js';
import { summaryOf, type Report } from '../../chaos/report.js';

import { inFull } from '../support/in-full.js';

const SEED = process.env['CHAOS_SEED'];

/** In `npm test`. The seed begins with a killed worker, a stopped one, and a killed server of MongoDB's side. */
const SHORT = {
  seed: Number(SEED ?? 276),
  submits: 40,
  minutes: 0.2,
  // On a busy machine fewer come.
  cutMinutes: 0.5,
  people: 100,
  redis: 'single',
  // It only bounds a hang.
  settleSeconds: 3_600,
  faults: true,
  commandsHere: true,
} as const;

/** As `npm run chaos -- --submits 5000 --minutes 8 --people 1500`. */
const FULL = {
  ...{ settleSeconds: 3_600, faults: true },
  seed: Number(SEED ?? 1),
  ...{ submits: 5_000, minutes: 8, cutMinutes: 18, people: 1_500 },
  redis: (process.env['CHAOS_REDIS'] ?? 'single') as RedisKind,
};

async function rehearseAndTell(options: ChaosOptions): Promise<Report> {
  const interrupted = new AbortController();
  const report = await rehearse(options, interrupted.signal, (line) => {
    if (line.includes('left out')) console.log(`      ${line}`);
  });
  console.log(summaryOf(report).replace(/^/gm, '      '));
  expect(report.violations).to.deep.equal([]);
  expect(report.still_moving).to.deep.equal({ leads: 0, pending_effects: 0, searches: 0, entries: 0 });
  return report;
}

describe('chaos', () => {
  it('submits while processes and servers die: nothing lost, nothing sold twice, no cap exceeded', async () => {
    const report = await rehearseAndTell(SHORT);
    expect(report.acknowledged.given_up).to.equal(0);
    expect(report.sold).to.be.greaterThan(0);
    expect(report.fault_list).to.not.be.empty;
  }).timeout(720_000);

  inFull(`thousands of submits, Redis: ${FULL.redis}`, async function () {
    this.timeout(3_600_000);
    const report = await rehearseAndTell(FULL);
    expect(report.acknowledged.given_up).to.equal(0);
    expect(report.without_consent).to.be.greaterThan(0);
    expect(report.called_back).to.be.greaterThan(0);
  });

  inFull('submits without a fault: nothing is unknown, and nothing failed', async function () {
    this.timeout(720_000);
    const report = await rehearseAndTell({ ...SHORT, faults: false });
    expect(report.leads).to.not.have.any.keys('unknown', 'failed');
    expect(report.sold).to.be.greaterThan(0);
  });
});
