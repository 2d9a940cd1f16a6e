import { expect } from 'chai';
import { BEHAVIOURS } from '../../sandbox/answering/behaviours.js';
import { until } from '../support/until.js';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

const LEADS = '/buyers/lakeshore/leads';
/** Last name, HTTP status, the result said, whether the buyer has the lead. `null`: no whole answer comes. */
const ANSWERS: readonly (readonly [string, number | null, string | undefined, boolean])[] = [
  ['Accept', 200, 'accepted', true],
  ['Anybody', 200, 'accepted', true],
  ['aCCEPT', 200, 'accepted', true],
  ['Reject', 200, 'rejected', false],
  ['Duplicate', 200, 'duplicate', false],
  ['Later', 202, 'pending', true],
  ['LaterReject', 202, 'pending', true],
  ['Undecided', 202, 'pending', true],
  ['Callback', 202, 'pending', true],
  ['CallbackReject', 202, 'pending', true],
  ['CallbackTwice', 202, 'pending', true],
  ['CallbackForged', 202, 'pending', true],
  ['Hangup', null, undefined, true],
  ['Drop', null, undefined, false],
  ['Half', null, undefined, true],
  ['Garbage', 200, undefined, true],
  ['Error', 500, undefined, false],
  ['Redirect', 302, undefined, false],
  ['Busy', 503, 'retry', false],
  ['Nomatch', 200, 'accepted', true],
  ['Odd', 200, 'accepted', true],
];

/** Every name whose answer is worth waiting for in a test. */
const TOO_SLOW = ['Slow', 'Timeout'];

describe('sandbox', () => {
  let sandbox: OpenSandbox;
  before(async () => (sandbox = await openSandbox()));
  after(() => sandbox.close());
  beforeEach(() => sandbox.call('DELETE', '/received'));

  it('has a case here for every behaviour', () => {
    const names = new Set([...ANSWERS.map(([name]) => name), ...TOO_SLOW]);
    expect(BEHAVIOURS.map(({ name }) => name).filter((name) => !names.has(name))).to.deep.equal([]);
  });

  for (const [name, status, result, taken] of ANSWERS)
    it(`${name}: ${status ?? 'no answer'}, ${result ?? 'no result'}`, async () => {
      const answer = await sandbox
        .post(LEADS, name, 'key')
        .then(
          async (res) => ({ status: res.status, text: await res.text() }),
          () => null,
        )
        .catch(() => null);
      if (status === null) expect(answer).to.equal(null);
      else {
        expect(answer?.status).to.equal(status);
        const said = answer?.text.startsWith('{') ? (JSON.parse(answer.text) as { result?: string }) : {};
        expect(said.result).to.equal(result);
      }
      const leads = (await sandbox.received()).filter(({ what }) => what === 'lead');
      expect(leads.map((entry) => entry['taken'])).to.deep.equal([taken]);
    });

  it('Slow and Timeout take the lead before anybody hears of it', async () => {
    const leave = new AbortController();
    const leaving = TOO_SLOW.map((name) =>
      fetch(`${sandbox.url}${LEADS}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ lead: { personal: { last_name: name } } }),
        signal: leave.signal,
      }).then(
        () => 'answered',
        () => 'left',
      ),
    );
    await until(async () => (await sandbox.received()).length === TOO_SLOW.length, 'both are received');
    leave.abort();
    expect(await Promise.all(leaving)).to.deep.equal(['left', 'left']);
    expect((await sandbox.received()).map((entry) => entry['taken'])).to.deep.equal([true, true]);
  });

  it('Busy says "retry" to a lead twice', async () => {
    const results = [];
    for (let i = 0; i < 3; i += 1) results.push((await sandbox.post(LEADS, 'Busy', 'one')).status);
    expect(results).to.deep.equal([503, 503, 200]);
    expect((await sandbox.post(LEADS, 'Busy', 'another')).status).to.equal(503);
  });

  describe('later', () => {
    const decision = async (reference: string) =>
      ((await (await sandbox.call('GET', `${LEADS}/${reference}`)).json()) as { result: string }).result;
    const later = async (name: string) =>
      ((await (await sandbox.post(LEADS, name, name)).json()) as { reference: string }).reference;

    for (const [name, end] of [
      ['Later', 'accepted'],
      ['LaterReject', 'rejected'],
    ] as const) {
      it(`${name}: ${end} on the second ask`, async () => {
        const reference = await later(name);
        expect([await decision(reference), await decision(reference)]).to.deep.equal(['pending', end]);
      });
      it(`${name}: ${end} on the first ask after two seconds`, async () => {
        const reference = await later(name);
        sandbox.advance(2_000);
        expect(await decision(reference)).to.equal(end);
      });
    }

    it('Undecided: never', async () => {
      const reference = await later('Undecided');
      sandbox.advance(60_000);
      for (let i = 0; i < 3; i += 1) expect(await decision(reference)).to.equal('pending');
    });

    it('an unknown reference is 404', async () => {
      expect((await sandbox.call('GET', `${LEADS}/LAKESHORE-0`)).status).to.equal(404);
    });
  });
});
