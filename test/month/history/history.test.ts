import { expect } from 'chai';
import { runAt } from '../../cli/run-cli.js';
import { privateServices, TEST_SECRET } from '../../support/services.js';
import { ZONE } from '../story/parties.js';
import { dayIn } from '../tally.js';
import type { Answers } from './answers.js';
import { playHistory, type PlayedHistory } from './play-history.js';

interface Row {
  readonly affiliate?: string;
  readonly buyer?: string;
  readonly margin_cents: number;
  readonly searches: number;
  readonly answer_ms: { readonly p50: number } | null;
}

/** A Sunday, so that few leads decide nothing. */
const NOW = new Date('2026-11-22T18:00:00Z');

describe('the history of the sandbox', () => {
  const services = privateServices();
  let history: PlayedHistory;
  let answers: Answers;
  before(async () => {
    history = await playHistory(await services.connection(), {
      ...{ leads: 150, now: NOW, identitySecret: TEST_SECRET },
      sandboxUrl: 'http://127.0.0.1:4810',
    });
    ({ answers } = history);
  });
  after(() => services.close());

  const leadkeep = async (...args: string[]): Promise<string> => {
    const run = await runAt(NOW, services.env, ...args);
    expect(run.code, run.stderr).to.equal(0);
    return run.stdout;
  };
  const json = async <T>(...args: string[]): Promise<T> => JSON.parse(await leadkeep(...args, '--json')) as T;
  const report = async (from: Date, to: Date, ...more: string[]): Promise<readonly Row[]> =>
    (await json<{ rows: Row[] }>('report', '--from', dayIn(ZONE, from), '--to', dayIn(ZONE, to), ...more))
      .rows;

  it('has a margin of last month that the story knows, in a closed month', async () => {
    const { begin, closed } = history.calendar;
    const rows = await report(begin, new Date(closed.ends.getTime() - 1), '--by', 'affiliate');
    const margins = rows
      .filter(({ affiliate }) => affiliate !== null)
      .map(({ affiliate, margin_cents }) => [affiliate, margin_cents] as const);
    expect(Object.fromEntries(margins)).to.deep.include(answers.margin_by_affiliate.cents);
    const period = await services.connection().then((one) => one.collection('periods').findOne({}));
    expect(period).to.include({ _id: closed.month, state: 'closed' });
  });

  it('has a buyer that is slow since Friday', async () => {
    const { since, handle, p50_ms_before, p50_ms_since } = answers.slow_buyer;
    const of = async (from: Date, to: Date): Promise<Row> =>
      (await report(from, to, '--by', 'buyer')).find(({ buyer }) => buyer === handle)!;
    const before = await of(history.calendar.begin, new Date(since.getTime() - 86_400_000));
    const slow = await of(new Date(since.getTime() + 86_400_000), NOW);
    expect(before.answer_ms!.p50).to.be.within(p50_ms_before! * 0.7, p50_ms_before! * 1.3);
    expect(slow.answer_ms!.p50).to.be.greaterThan(5 * before.answer_ms!.p50);
    expect(p50_ms_since).to.be.greaterThan(5 * p50_ms_before!);
  });

  it('has told an affiliate of its live leads, and owes nothing', async () => {
    const { endpoints } = await json<{ endpoints: Record<string, unknown>[] }>('webhooks', 'list');
    expect(endpoints).to.have.length(1);
    expect(endpoints[0]).to.include({ waiting: 0, parked: 0, failures: 0 });
    const delivered = Date.parse(String(endpoints[0]?.['delivered_at']));
    expect(delivered).to.be.within(NOW.getTime() - 3 * 86_400_000, NOW.getTime());
    const connection = await services.connection();
    expect(
      await connection.collection('webhook_messages').countDocuments({ state: 'delivered' }),
    ).to.be.greaterThan(50);
    expect(await connection.collection('leads').countDocuments({ 'pending_effects.kind': 'news' })).to.equal(
      0,
    );
  });

  it('has leads of unknown outcome at one buyer alone', async () => {
    const all = await json<readonly { id: string }[]>('lead', 'list', '--unknown');
    expect(all.map(({ id }) => id)).to.have.members(answers.unknown_leads.ids);
    const own = await json<readonly object[]>('lead', 'list', '--unknown', '--buyer', 'summit');
    expect(own).to.have.length(answers.unknown_leads.count);
  });

  it('has a lead that an eligibility rule refused', async () => {
    const { id, code } = answers.refused_lead;
    const shown = await leadkeep('lead', 'show', id);
    expect(shown).to.include(code).and.to.include('address.state').and.to.include('NY');
  });

  it('has a changed cap, with its author in a sound audit log', async () => {
    const { from, to } = answers.changed_cap;
    const listed = await leadkeep('audit-log', 'list', '--what', 'catalogue.apply');
    expect(listed).to.include(`offer mba changed: caps.day.limit ${from} → ${to}`);
    expect(listed).to.include('dana');
    expect((await runAt(NOW, services.env, 'audit-log', 'verify')).stderr).to.include('nothing is wrong');
  });

  it('leaves nothing that the integrity check objects to', async () => {
    expect((await runAt(NOW, services.env, 'check', '--settled')).stderr).to.match(
      /^no violations among \d+ leads, [1-9]\d* searches/,
    );
  });
});
