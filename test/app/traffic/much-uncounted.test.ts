import { expect } from 'chai';
import { rollUpReports } from '../../../src/app/reports/roll-up.js';
import { createAnswerDaysReader } from '../../../src/app/traffic/answer-days.js';
import { readSent } from '../../../src/app/traffic/read-affiliates.js';
import { listBuyers, listOffers } from '../../../src/app/traffic/read-offers.js';
import { createTrafficReading, type TrafficPorts } from '../../../src/app/traffic/traffic-reading.js';
import type { ReportedLead } from '../../../src/core/reports/counted-records.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { floodedReader } from '../../support/fakes/flooded-reports.js';
import { memoryRecords, memoryReportReader, memoryRollups } from '../../support/fakes/memory-reports.js';

/** The sweeper has counted up to 16:15. */
const NOW = new Date('2026-11-22T16:40:00Z');
const COUNTED_TO = new Date('2026-11-22T16:15:00Z');

const lead = (id: string, received_at: string): ReportedLead => ({
  ...{ id, affiliate_id: IDS.affiliate, campaign_id: IDS.campaign, offer_id: IDS.shared },
  ...{ buyer_id: IDS.buyer, received_at: new Date(received_at), state: 'accepted', code: 'ACCEPTED' },
  attempts: [{ timeout_ms: 1_000, outcome: 'accepted', duration_ms: 100, buyer_id: IDS.buyer }],
});

async function world(isFlooded: boolean) {
  let [now, since] = [NOW, undefined as Date | undefined];
  const records = memoryRecords();
  for (const one of [lead('1', '2026-11-22T15:00:00Z'), lead('2', '2026-11-22T16:14:00Z')])
    records.leads.set(one.id, one);
  const flood = floodedReader(memoryReportReader(records), () => since);
  const catalogue = { current: () => testCatalogue() };
  const ports: TrafficPorts = {
    ...{ reports: flood.reader, rollups: memoryRollups(records), clock: () => now, catalogue },
    gates: {
      destinationGates: () => Promise.resolve(new Map()),
      inFlight: () => Promise.resolve(new Map()),
    },
    ledgerView: { capUses: () => Promise.resolve([]), ledgerState: () => Promise.resolve('none') },
  };
  await rollUpReports({ ...ports, catalogue });
  records.leads.set('3', lead('3', '2026-11-22T16:30:00Z'));
  if (isFlooded) since = COUNTED_TO;
  const screens = { catalogue, clock: () => now, traffic: createTrafficReading(ports) };
  const answers = createAnswerDaysReader(ports);
  const refusedCalls = { countSince: () => Promise.resolve([]) };
  const memory = {};
  const sent = () => readSent({ ...ports, refusedCalls }, memory, 1, now);
  return {
    screens,
    answers,
    sent,
    flood,
    records,
    wait: (ms: number) => (now = new Date(now.getTime() + ms)),
  };
}

describe('screens and alerts while more came than they count', () => {
  it('today ends where the sweeper has counted, in the lists of offers and buyers', async () => {
    const { screens, flood, wait } = await world(true);
    const offers = await listOffers(screens);
    expect(offers.today_to).to.deep.equal(COUNTED_TO);
    expect(offers.rows.find(({ id }) => id === IDS.shared)?.today.submits).to.equal(2);
    const buyers = await listBuyers(screens);
    expect(buyers.rows.find(({ id }) => id === IDS.buyer)?.today.submits).to.equal(2);
    wait(6_000);
    await listOffers(screens);
    expect(flood.floods(), 'too much is not read each time').to.equal(1);
    wait(300_000);
    await listOffers(screens);
    expect(flood.floods()).to.equal(2);
  });

  it('a series of one offer, and the lists of affiliates and campaigns, end there too', async () => {
    const { screens, sent, flood } = await world(true);
    const from = new Date('2026-11-22T12:00:00Z');
    const series = () =>
      screens.traffic.series({ from, zone: 'UTC' }, { dimension: 'offer', value: IDS.shared });
    const { to, total, points } = await series();
    expect({ to, submits: total.submits, last: points.at(-1)?.at }).to.deep.equal({
      ...{ to: COUNTED_TO, submits: 2 },
      last: new Date('2026-11-22T16:00:00Z'),
    });
    await series();
    expect(flood.floods(), 'too much is not read for each viewer').to.equal(1);
    const listed = await sent();
    expect(listed.to).to.deep.equal(COUNTED_TO);
    expect(listed.affiliates.find(({ id }) => id === IDS.affiliate)?.submits).to.equal(2);
    expect(listed.campaigns.find(({ id }) => id === IDS.campaign)?.submits).to.equal(2);
  });

  it('a series of a time that the caller chose is refused if it is too much', async () => {
    const { screens } = await world(true);
    const times = { from: new Date('2026-11-22T12:00:00Z'), to: NOW, zone: 'UTC' };
    const refused = await screens.traffic
      .series(times, { dimension: 'offer', value: IDS.shared })
      .catch(String);
    expect(refused).to.include('choose a shorter time');
  });

  it('counts up to now if it can', async () => {
    const { screens } = await world(false);
    const { rows, today_to } = await listOffers(screens);
    expect(today_to).to.deep.equal(NOW);
    expect(rows.find(({ id }) => id === IDS.shared)?.today.submits).to.equal(3);
  });

  it('how fast buyers answer is read from what is counted alone, also of quarters that changed', async () => {
    const { answers, flood, records } = await world(true);
    records.change('2', { subid: 'x' }, NOW);
    const [buyer] = await answers();
    expect(buyer).to.deep.include({ buyer_id: IDS.buyer });
    expect(buyer?.days[0]).to.deep.include({ from: new Date('2026-11-21T16:15:00Z'), answers: 2 });
    expect(flood.floods()).to.equal(0);
  });
});
