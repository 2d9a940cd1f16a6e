import { expect } from 'chai';
import { OPERATOR, startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';
import { CATALOGUE, unknownLead } from '../support/audited-world.js';
import { testLead } from '../support/records.js';

const HOUR_MS = 3_600_000;
const soon = (hours: number): string =>
  `${new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 19)}Z`;

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
      { dry_run: true, change: null, waiting_leads: 1, sentence: `If you confirm: ${sentence} ${waits}` },
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
    const said = /^Offer lakeshore-nursing is paused until .* UTC \(timed change 1\)/.source;
    const written = async (file: string, of: Record<string, unknown>) => {
      const files = [{ name: 'a.yaml', text: file }];
      const body = { revision: of['revision'], base_version: await api.versions.currentVersion(), files };
      const saved = (await ana.put(`/drafts/${String(of['id'])}`, body)).body;
      const { check } = (await api.call('post', `${OPERATOR}/drafts/${String(of['id'])}/validate`)).body;
      return { saved, warnings: (check as { warnings: string[] }).warnings };
    };
    const apply = ({ id, revision }: Record<string, unknown>) =>
      ana.post(`/drafts/${String(id)}/apply`, { revision, why: 'So' });
    expect((await ana.get(`/drafts/${String(draft['id'])}`)).body).to.include({ is_stale: false });

    const renamed = await written(CATALOGUE.replace('name: Lakeshore', 'name: Lake Shore'), draft);
    expect(renamed.warnings, 'of another field').to.deep.equal([]);
    const paused = await written(
      CATALOGUE.replace('offers:\n  - handle: lakeshore-nursing', '$&\n    status: paused'),
      renamed.saved,
    );
    expect(paused.warnings[0]).to.match(
      new RegExp(`${said}: it would be paused without an end, so leads that wait would be rejected`),
    );
    expect((await apply(paused.saved)).status).to.equal(200);
    expect((await listed())[0]).to.include({ id: 1, state: 'in_force', catalogue_value: 'paused' });

    const other = (await ana.post('/drafts', { title: 'Without it' })).body;
    const lines = CATALOGUE.split('\n');
    const without = lines.slice(0, lines.indexOf('offers:')).join('\n');
    const gone = await written(without, other);
    expect(gone.warnings.find((one) => one.startsWith('Offer'))).to.match(
      new RegExp(`${said}, which would end now$`),
    );
    expect((await apply(gone.saved)).status).to.equal(200);
    expect(await listed()).to.deep.equal([]);
    const [ended] = await listed('?ended=true');
    expect(ended?.['ended']).to.include({ by: 'ana', why: 'version 3 has no offer lakeshore-nursing' });
  });

  it('adds one of two that overlap and come at the same time', async () => {
    const answers = await Promise.all([pause(), pause(), pause()]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 409, 409]);
    expect(await listed()).to.have.length(1);
  });
});
