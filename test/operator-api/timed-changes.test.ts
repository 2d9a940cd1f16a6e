import { expect } from 'chai';
import { DateTime } from 'luxon';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { CATALOGUE, unknownLead } from '../support/audited-world.js';
import { testLead } from '../support/records.js';

const HOUR_MS = 3_600_000;
const soon = (hours: number): string =>
  `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

/** Writes this catalogue into a draft. */
async function written(api: ActingApi, who: Acting, text: string) {
  const files = [{ name: 'a.yaml', text }];
  const draft = (await who.post('/drafts', { title: 'Other', files })).body;
  const { check } = (await api.call('post', `${OPERATOR}/drafts/${String(draft['id'])}/validate`)).body;
  return { draft, ...(check as { readonly warnings: readonly string[] }) };
}

const warningsOf = async (...of: Parameters<typeof written>) => (await written(...of)).warnings;

/** Makes it the catalogue in force, by a draft. */
async function putInForce(...of: Parameters<typeof written>): Promise<void> {
  const { id, revision } = (await written(...of)).draft;
  const { status } = await of[1].post(`/drafts/${String(id)}/apply`, { revision });
  expect(status).to.equal(200);
}

describe('operator API: changes that end by themselves', () => {
  let api: ActingApi;
  let ana: Acting;
  beforeEach(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'pause', 'catalogue:read', 'catalogue:draft', 'catalogue:apply');
  });
  afterEach(() => api.close());

  const OFFER = { kind: 'offer', handle: 'lakeshore-nursing' };
  const pause = (more: object = {}) =>
    ana.post('/timed-changes/pause', {
      ...OFFER,
      until: soon(2),
      why: 'They are down',
      dry_run: false,
      ...more,
    });
  const text = (time: string): string => time.replace('T', ' ').replace('Z', ' UTC');
  const listed = async (query = '') =>
    (await ana.get(`/timed-changes${query}`)).body['changes'] as Record<string, unknown>[];

  it('pauses for a time, with who and why, says what becomes of leads that wait, and makes no version', async () => {
    const { offer_id, campaign_id } = unknownLead();
    await api.platform.leads.insert(
      testLead({ id: unknownLead().id, state: 'queued', offer_id, campaign_id }),
    );
    const until = soon(2);
    const dry = await pause({ until, dry_run: true });
    const waits = '1 lead waits for it and goes on waiting until then, or until the delivery window ends.';
    const sentence = `Offer lakeshore-nursing is paused until ${text(until)}.`;
    expect([dry.status, dry.body]).to.deep.equal([
      200,
      {
        dry_run: true,
        change: null,
        waiting_leads: 1,
        open_results_below: null,
        sentence: `If you confirm: ${sentence} ${waits}`,
      },
    ]);
    expect(await listed()).to.deep.equal([]);
    const done = await pause({ until });
    expect(done.body['sentence']).to.equal(`Within 5 seconds: ${sentence} ${waits}`);
    const [change] = await listed();
    expect(change).to.deep.include({
      ...{ id: 1, what: 'pause', ...OFFER, value: null, catalogue_value: 'active', state: 'in_force' },
      ...{ by: 'ana', why: 'They are down', ended: null, sentence },
    });
    const [intent] = await api.newest(2);
    expect(intent).to.deep.include({
      ...{ action: 'timed_change.add', why: 'They are down' },
      on: { kind: 'timed_change', ids: ['change 1', 'offer lakeshore-nursing'] },
    });
    expect(await api.versions.currentVersion()).to.equal(1);
  });

  it('stands on Now, on what it is of, and on what that sells', async () => {
    const ben = await api.operator('ben', 'traffic:read', 'limit', 'catalogue:apply');
    await pause({ kind: 'buyer', handle: 'lakeshore' });
    const limit = { ...OFFER, window: 'day', limit: 5, until: 'midnight', why: 'So', dry_run: false };
    await ben.post('/timed-changes/limit', limit);
    const shown = async (path: string) => {
      const { body } = await ben.get(path);
      return (body['timed_changes'] as { id: number }[]).map(({ id }) => id);
    };
    expect({
      now: await shown('/now'),
      offer: await shown('/offers/lakeshore-nursing'),
      buyer: await shown('/buyers/lakeshore'),
    }).to.deep.equal({ now: [2, 1], offer: [2, 1], buyer: [2, 1] });
  });

  it('ends early by its number, or by a resume', async () => {
    await pause();
    const { body } = await ana.post('/timed-changes/pause/1/end', { why: 'They are back' });
    expect(body).to.deep.include({ id: 1, state: 'over' });
    expect(body['ended']).to.include({ by: 'ana', why: 'They are back' });
    const again = await ana.post('/timed-changes/pause/1/end', { why: 'They are back' });
    expect(again.status).to.equal(409);
    expect(again.body['message']).to.match(
      /^It is over: Offer .* was paused from .* until .*, when ana ended it\.$/,
    );
    await pause();
    const entries = { entries: [OFFER], why: 'They are back' };
    const resumed = await ana.post('/switches', { action: 'resume', ...entries, dry_run: false });
    expect(resumed.body['sentence']).to.equal('Resumed within 5 seconds: offer lakeshore-nursing.');
    expect(await listed()).to.deep.equal([]);
    expect((await listed('?ended=true')).map(({ id }) => id)).to.deep.equal([2, 1]);
  });

  it('refuses what can’t be, in one sentence', async () => {
    const until = soon(2);
    await pause({ until });
    const rows: readonly (readonly [object, number, RegExp])[] = [
      [
        { until: soon(1) },
        409,
        /^Offer lakeshore-nursing is paused until .* \(change 1 by ana: They are down\)\. End that first, or choose other times\.$/,
      ],
      [{ until: '2020-01-01T00:00' }, 400, /^2020-01-01 06:00:00 UTC is past: it is .* now\.$/],
      [{ from: soon(4), until: soon(3) }, 400, /^It would end at .*, before it begins at .*\.$/],
      [
        { until: '2099-03-08T02:30' },
        400,
        /^There is no 2099-03-08T02:30 in America\/Chicago: its clocks skip that hour\.$/,
      ],
      [{ until: 'soon' }, 400, /^It must be midnight, a time like .*\.$/],
      [
        { handle: 'lakeshor-nursing' },
        404,
        /^There is no offer lakeshor-nursing in the catalogue \(did you mean "lakeshore-nursing"\?\)\.$/,
      ],
    ];
    for (const [more, status, message] of rows) {
      const answer = await pause(more);
      expect([answer.status, String(answer.body['message'])], JSON.stringify(more)).to.satisfy(
        ([got, said]: [number, string]) => got === status && message.test(said),
      );
    }
    expect(await listed()).to.have.length(1);
    // One that follows it does not overlap.
    expect((await pause({ from: until, until: soon(3) })).status).to.equal(200);
    await ana.post('/switches', { action: 'pause', entries: [OFFER], why: 'They are gone', dry_run: false });
    expect((await pause({ from: soon(5), until: soon(6) })).body['message']).to.equal(
      'The offer lakeshore-nursing is paused without an end. Resume it first.',
    );
  });

  it('stays beside a new version, which names it and changes only what it returns to', async () => {
    const draft = (await ana.post('/drafts', { title: 'Other status' })).body;
    await pause();
    expect((await ana.get(`/drafts/${String(draft['id'])}`)).body).to.include({ is_stale: false });
    const said = /^Offer lakeshore-nursing is paused until .* UTC \(timed change 1\)/.source;
    const renamed = CATALOGUE.replace('name: Lakeshore', 'name: Lake Shore');
    expect(await warningsOf(api, ana, renamed), 'of another field').to.deep.equal([]);
    const offer = '  - handle: lakeshore-nursing\n';
    const paused = CATALOGUE.replace(offer, `${offer}    status: paused\n`);
    const [warning] = await warningsOf(api, ana, paused);
    expect(warning).to.match(
      new RegExp(`${said}: it would be paused without an end, so leads that wait would be rejected`),
    );
    await putInForce(api, ana, paused);
    expect((await listed())[0]).to.include({ id: 1, state: 'in_force', catalogue_value: 'paused' });
    const without = CATALOGUE.split('\noffers:')[0] ?? '';
    const warnings = await warningsOf(api, ana, without);
    expect(warnings.find((one) => one.startsWith('Offer'))).to.match(
      new RegExp(`${said}, which would end now$`),
    );
    await putInForce(api, ana, without);
    expect(await listed()).to.deep.equal([]);
    const [ended] = await listed('?ended=true');
    expect(ended?.['ended']).to.include({ by: 'ana', why: 'version 3 has no offer lakeshore-nursing' });
  });

  describe('a limit for a time', () => {
    const RANGE = CATALOGUE.replace('limit: 20', 'limit: 20, limit_range: [10, 60]');
    const put = (text: string, who: Acting) => putInForce(api, who, text);
    const limit = (who: Acting, value: number, more: object = {}) => {
      const asked = {
        ...OFFER,
        window: 'day',
        limit: value,
        until: 'midnight',
        why: 'They want more',
        ...more,
      };
      return who.post('/timed-changes/limit', { dry_run: false, ...asked });
    };

    it('is set within the range of the cap, until midnight there, and by others only beyond it', async () => {
      await put(RANGE, ana);
      const ben = await api.operator('ben', 'limit', 'catalogue:read');
      const midnight = DateTime.now().setZone('America/Chicago').plus({ days: 1 }).startOf('day').toUTC();
      const until = midnight.toFormat("yyyy-MM-dd HH:mm:ss 'UTC'");
      const set = await limit(ben, 60);
      expect([set.status, set.body['sentence']]).to.deep.equal([
        200,
        `Within 5 seconds: Offer lakeshore-nursing has a limit of 60 a day instead of 20 until ${until}.`,
      ]);
      expect(set.body['change']).to.include({ value: 60, catalogue_value: 20, window: 'day', program: null });
      const rows: readonly (readonly [number, object, number, string])[] = [
        [
          60,
          {},
          409,
          `Offer lakeshore-nursing has a limit of 60 a day instead of 20 until ${until} (change 1 by ben: They want more). End that first, or choose other times.`,
        ],
        [
          61,
          {},
          409,
          'The catalogue allows 10 to 60 for a time, so only somebody who may apply the catalogue sets another limit.',
        ],
        [20, {}, 409, 'Its limit is 20 in the catalogue.'],
        [
          60,
          { window: 'hour' },
          404,
          'The catalogue has no such cap: offer lakeshore-nursing, hour. Add it by a new version.',
        ],
      ];
      for (const [value, more, status, message] of rows) {
        const answer = await limit(ben, value, more);
        expect([answer.status, answer.body['message']]).to.deep.equal([status, message]);
      }
      const ended = await ben.post('/timed-changes/limit/1/end', { why: 'It is enough' });
      expect(ended.body).to.include({ state: 'over' });
      expect(
        (await ben.post('/timed-changes/pause/1/end', { why: 'So' })).status,
        'not by who pauses',
      ).to.equal(403);
      const eva = await api.operator('eva', 'limit', 'catalogue:apply');
      expect((await limit(eva, 61)).status).to.equal(200);
    });

    it('is named by a version that changes the cap, narrows its range or removes it', async () => {
      await put(RANGE, ana);
      const eva = await api.operator('eva', 'limit');
      await limit(eva, 60);
      const warned = async (text: string) =>
        (await warningsOf(api, ana, text)).filter((one) => one.startsWith('Offer'));
      const said =
        /^Offer lakeshore-nursing has a limit of 60 a day instead of 20 until .* \(timed change 1\)/.source;
      const rows: readonly (readonly [string, string])[] = [
        ['limit: 30, limit_range: [10, 60]', ', and would have 30 after that$'],
        [
          'limit: 20, limit_range: [10, 40]',
          ', though the range would be 10 to 40: end it if that is too much$',
        ],
      ];
      for (const [cap, message] of rows) {
        const [warning] = await warned(CATALOGUE.replace('limit: 20', cap));
        expect(warning).to.match(new RegExp(`${said}${message}`));
      }
      const without = CATALOGUE.replace('    caps: [{ window: day, limit: 20 }]\n', '');
      expect((await warned(without))[0]).to.match(new RegExp(`${said}, which would end now$`));
      await put(CATALOGUE.replace('limit: 20', 'limit: 20, limit_range: [10, 40]'), ana);
      expect(await listed()).to.have.length(1);
      await put(without, ana);
      expect(await listed()).to.deep.equal([]);
    });

    it('takes four eyes beyond the range where the catalogue asks for them', async () => {
      await put(`${RANGE}four_eyes: true\n`, ana);
      const eva = await api.operator('eva', 'limit', 'catalogue:apply');
      expect((await limit(eva, 61)).body['message']).to.equal(
        'The catalogue allows 10 to 60 for a time, and beyond that changes need a second person: one proposes it in the console, and another approves it.',
      );
      expect((await limit(eva, 10)).status).to.equal(200);
    });
  });

  it('adds one of two that overlap and come at the same time', async () => {
    const answers = await Promise.all([pause(), pause(), pause()]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 409, 409]);
    expect(await listed()).to.have.length(1);
  });
});
