import { expect } from 'chai';
import { createProgram } from '../../src/cli/program.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { makeTempDir } from '../scripts/temp-dir.js';
import {
  ago,
  type AuditedRow,
  CATALOGUE,
  commandsOf,
  monthAgo,
  MUTE,
  NEVER_LOGGED,
  soldAt,
  storeSale,
  thisMonth,
  unknownLead,
  WITH_CHANNEL,
} from '../support/audited-world.js';
import { peopleRows } from '../support/audited-people.js';
import { consentRows } from '../support/audited-consent.js';
import { webhookRows } from '../support/audited-webhooks.js';
import { suppressionRows } from '../support/audited-suppressions.js';
import { testSearch } from '../support/records.js';
import { privateServices } from '../support/services.js';
import { expectClassified } from '../support/stored-paths.js';
import { NEXT_SECRET, SECRET_ROWS } from '../support/audited-secrets.js';
import { openRequest } from '../support/returns.js';
import { runAt, runHere, type CliRun } from './run-cli.js';

describe('every command goes through the audit log', () => {
  const services = privateServices();
  const dir = makeTempDir();
  const env: NodeJS.ProcessEnv = { ...services.env, ...NEXT_SECRET, ERASURE_JOURNAL: dir.dir };
  const LEADS = {
    one: unknownLead(),
    file: unknownLead(),
    returned: soldAt(ago(3_600_000)),
    asked: {
      ...soldAt(ago(3_600_000)),
      return_requests: [openRequest(ago(60_000), new Date(Date.now() + 3_600_000))],
    },
    filed: soldAt(ago(3_600_000)),
  };
  const SEARCH = testSearch();
  const keys = { key: '', rotated: '', operator: '', operatorRotated: '', mute: '' };
  const file = (name: string, ...lines: string[]): string => dir.write(name, lines.join('\n'));
  const prefixIn = (run: CliRun): string => run.stdout.trim().slice(0, 15);

  before(async () => {
    const connection = await services.connection();
    await connection.dropDatabase();
  });
  after(async () => {
    dir.remove();
    try {
      await expectClassified(await services.connection());
    } finally {
      await services.close();
    }
  });

  async function store(): Promise<void> {
    const connection = await services.connection();
    for (const lead of Object.values(LEADS)) await createLeadStore(connection).insert(lead);
    await createSearchStore(connection).insert(SEARCH);
    for (const { id } of [LEADS.returned, LEADS.filed]) await storeSale(connection, id);
    // So that there is a month to close.
    await connection
      .collection<{ _id: string }>('meta')
      .updateOne({ _id: 'books' }, { $set: { begun_at: new Date(`${monthAgo}-02T12:00:00Z`) } });
  }

  /** In an order in which each finds what it needs. `reads`: it changes nothing and reveals nobody. */
  const ROWS: readonly AuditedRow[] = [
    ['migrate', 'database.migrate', () => [], store],
    ['apply', 'catalogue.apply', () => [file('a.yaml', CATALOGUE), '--comment', 'First']],
    ['apply', 'catalogue.apply', () => [file('b.yaml', CATALOGUE.replace('limit: 20', 'limit: 40'))]],
    ['catalogue rollback', 'catalogue.rollback', () => ['1', '--comment', 'Too many']],
    ['pause', 'catalogue.pause', () => ['offer', 'lakeshore-nursing']],
    ['resume', 'catalogue.resume', () => ['offer', 'lakeshore-nursing']],
    ['pause', 'timed_change.add', () => ['offer', 'lakeshore-nursing', '--for', '2h']],
    ['change list', 'reads', () => []],
    ['change end', 'timed_change.end', () => ['1', '--comment', 'They are back']],
    [
      'change limit',
      'timed_change.add',
      () => ['offer', 'lakeshore-nursing', '10', '--window', 'day', '--until', 'midnight'],
    ],
    [
      'change price',
      'timed_change.add',
      () => ['offer', 'lakeshore-nursing', '45.50', '--for', '2h', '--comment', 'A week of discounts'],
    ],
    [
      'change payout',
      'timed_change.add',
      () => ['northwind-edu', '12', '--offer', 'lakeshore-nursing', '--until', 'midnight'],
    ],
    ['secret set', 'secret.set', () => ['RIDGE_TOKEN', file('token', 'only a test has this')]],
    ['secret list', 'reads', () => []],
    ['secret remove', 'secret.remove', () => ['RIDGE_TOKEN', '--comment', 'They are gone']],
    ['catalogue history', 'reads', () => []],
    ['catalogue show', 'reads', () => ['1']],
    ['catalogue export', 'reads', () => []],
    ['export', 'reads', () => []],
    ['try', 'reads', () => ['lakeshore-nursing']],
    ['campaign spec', 'reads', () => ['northwind-edu']],
    ['campaign link', 'campaign.link', () => ['northwind-edu']],
    ['key issue', 'key.issue', () => ['--affiliate', 'northwind'], (run) => (keys.key = prefixIn(run))],
    ['key rotate', 'key.rotate', () => [keys.key], (run) => (keys.rotated = prefixIn(run))],
    ['key revoke', 'key.revoke', () => [keys.rotated]],
    ['key list', 'reads', () => []],
    [
      'operator-key issue',
      'operator_key.issue',
      () => ['Ann', '--scopes', 'leads:read'],
      (run) => (keys.operator = prefixIn(run)),
    ],
    [
      'operator-key rotate',
      'operator_key.rotate',
      () => [keys.operator],
      (run) => (keys.operatorRotated = prefixIn(run)),
    ],
    ['operator-key revoke', 'operator_key.revoke', () => [keys.operatorRotated]],
    ['operator-key list', 'reads', () => []],
    ...peopleRows(() => services.connection()),
    ['lead list', 'reads', () => ['--unknown']],
    ['lead show', 'reads', () => [LEADS.one.id]],
    ['lead show', 'lead.reveal', () => [LEADS.one.id, '--reveal', '--why', 'They called']],
    ['search show', 'reads', () => [SEARCH.id]],
    ['search show', 'search.reveal', () => [SEARCH.id, '--reveal', '--json']],
    ['lead find', 'reads', () => ['--reference', 'L-1']],
    ['lead find', 'lead.find', () => ['--email', 'Ann@example.com', '--click-id', 'Cj0-click']],
    [
      'lead settle',
      'reads',
      () => [
        'accepted',
        '--destination',
        'lakeshore',
        '--before',
        ago(60_000).toISOString(),
        '--reason',
        'Plan',
      ],
    ],
    ['lead settle', 'lead.settle', () => [LEADS.one.id, 'rejected', '--reason', 'They never got it']],
    [
      'lead settle',
      'lead.settle',
      () => [
        '--file',
        file('s.csv', 'id,outcome', `${LEADS.file.id},accepted`),
        '--reason',
        'Their report',
        '--yes',
      ],
    ],
    ['lead return', 'lead.return', () => [LEADS.returned.id, '--reason', 'bad_phone']],
    ['lead return', 'lead.return_undo', () => [LEADS.returned.id, '--undo', '--why', 'A mistake']],
    [
      'lead return',
      'lead.return',
      () => ['--file', file('r.csv', 'id,reason', `${LEADS.filed.id},bad_phone`), '--yes'],
    ],
    ['lead stage', 'lead.stage', () => [LEADS.returned.id, '--stage', 'enrolled']],
    ['stages', 'reads', () => ['--from', `${thisMonth}-01`, '--to', `${thisMonth}-02`]],
    ['lead requests', 'reads', () => []],
    ['lead return', 'lead.return_decide', () => [LEADS.asked.id, '--decline', '--why', 'It works']],
    ['report', 'reads', () => ['--from', `${thisMonth}-01`, '--to', `${thisMonth}-02`]],
    [
      'books adjust',
      'books.adjust',
      () => ['buyer', 'lakeshore', '-5', '--reference', 'CN-1', '--why', 'Agreed'],
    ],
    ['books show', 'reads', () => []],
    ['books entries', 'reads', () => []],
    ['books entries', 'books.export', () => ['--csv']],
    ['statement', 'reads', () => ['buyer', 'lakeshore', '--month', thisMonth]],
    ['statement', 'books.export', () => ['buyer', 'lakeshore', '--month', thisMonth, '--csv']],
    ['period close', 'period.close', () => [monthAgo]],
    ['period list', 'reads', () => []],
    ['period statements', 'reads', () => [monthAgo]],
    ['period mark', 'statement.mark', () => ['paid', `${monthAgo}-buyer-lakeshore`]],
    [
      'period unmark',
      'statement.unmark',
      () => ['paid', `${monthAgo}-buyer-lakeshore`, '--why', 'A mistake'],
    ],
    ...SECRET_ROWS,
    ['ledger rebuild', 'ledger.rebuild', () => []],
    ['ledger check', 'reads', () => []],
    ['caps', 'reads', () => []],
    ['destinations', 'reads', () => []],
    ['check', 'reads', () => []],
    ['apply', 'catalogue.apply', () => [file('alerts.yaml', WITH_CHANNEL)]],
    ['alerts test', 'alerts.test', () => ['desk']],
    ['alerts mute', 'alerts.mute', () => MUTE, (run) => (keys.mute = run.stdout.trim())],
    ['alerts mute', 'alerts.unmute', () => ['--end', keys.mute]],
    ['alerts list', 'reads', () => ['--json']],
    ...suppressionRows(file),
    ...webhookRows(file, () => services.connection()),
    ...consentRows(file, () => services.connection()),
    ['audit-log list', 'reads', () => ['--json']],
    ['audit-log export', 'reads', () => []],
    ['audit-log verify', 'reads', () => []],
  ];

  const CODES: Readonly<Record<string, readonly number[]>> = { check: [0, 1] };

  it('knows every command of the program', () => {
    const program = createProgram({
      env: {},
      clock: () => new Date(),
      print: () => undefined,
      note: () => undefined,
    });
    expect([...new Set(ROWS.map(([command]) => command))].sort()).to.deep.equal(commandsOf(program).sort());
  });

  /** All documents, except those of the audit log. */
  async function contents(): Promise<string> {
    const connection = await services.connection();
    const found: Record<string, unknown> = {};
    for (const { name } of await connection.listCollections())
      if (name !== 'audit_log')
        found[name] = await connection
          .collection(name)
          .find({ _id: { $ne: 'audit' } } as object)
          .sort({ _id: 1 })
          .toArray();
    return JSON.stringify(
      Object.entries(found)
        .filter(([, documents]) => (documents as []).length > 0)
        .sort(),
    );
  }
  /** After a row that changed nothing: to read all takes longer than most commands. */
  let known: string | undefined;
  const entries = async () =>
    (await services.connection()).collection('audit_log').find().sort({ _id: 1 }).toArray();

  for (const [command, audited, argsOf, then] of ROWS)
    it(`${command}: ${audited}`, async () => {
      const args = [...command.split(' '), ...argsOf()];
      const [before, log] = [known ?? (await contents()), await entries()];
      known = audited === 'reads' ? before : undefined;

      if (audited !== 'reads') {
        const keyless = await runHere({ ...env, IDENTITY_SECRET: '', AUDIT_SECRET: '' }, ...args);
        expect(keyless.code, keyless.stdout).to.equal(1);
        expect(keyless.stderr).to.match(/IDENTITY_SECRET/);
        expect(keyless.stdout).to.equal('');
        expect([await contents(), await entries()], 'without a secret').to.deep.equal([before, log]);
      }

      const run = await runHere(env, ...args);
      expect(CODES[command] ?? [0], run.stderr).to.include(run.code);
      const added = (await entries()).slice(log.length);
      if (audited === 'reads') {
        expect([await contents(), added]).to.deep.equal([before, []]);
        return;
      }
      expect(added.map(({ phase, action, result }) => [phase, action, result] as unknown)).to.deep.equal([
        ['intent', audited, undefined],
        ['outcome', audited, 'done'],
      ]);
      const text = JSON.stringify(added);
      for (const secret of [...NEVER_LOGGED, env['IDENTITY_SECRET']!]) expect(text).to.not.contain(secret);
      await then?.(run);
    });

  it('and what it holds can be listed, verified against anchors, and exported', async () => {
    const listed = await runHere(env, 'audit-log', 'list', '--what', 'lead.settle');
    expect(listed.stdout).to.contain(LEADS.one.id).and.to.contain('"They never got it"');
    expect((await runHere(env, 'audit-log', 'list', '--on', LEADS.one.id)).stdout).to.contain('lead.reveal');
    expect((await runHere(env, 'audit-log', 'list', '--on', 'offer lakeshore-nursing')).stdout)
      .to.contain('catalogue.pause')
      .and.to.contain('version 3 → 4');
    expect((await runHere(env, 'audit-log', 'list', '--limit', '200')).stdout).to.contain(
      'offer lakeshore-nursing changed: caps.day.limit 20 → 40',
    );

    const { stdout } = await runHere(env, 'audit-log', 'export');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { number: number; hash: string });
    expect(lines.map(({ number }) => number)).to.deep.equal(lines.map((_, i) => i + 1));
    const { number, hash } = lines.at(-1)!;
    const anchors = file('anchors', `2026-11-01T12:00:00.000Z ${number}:${hash}`, `1:${lines[0]?.hash}`);
    const verified = await runHere(
      env,
      'audit-log',
      'verify',
      '--anchor',
      anchors,
      '--anchor',
      `${number}:${hash}`,
    );
    expect([verified.code, verified.stderr]).to.deep.equal([
      0,
      `nothing is wrong in ${number} entries and 3 anchors\n`,
    ]);

    const log = (await services.connection()).collection<{ _id: number }>('audit_log');
    await log.deleteMany({ _id: { $in: [5, number] } });
    const later = new Date(Date.now() + 120_000);
    const attacked = await runAt(later, env, 'audit-log', 'verify', '--anchor', anchors);
    expect([attacked.code, attacked.stdout]).to.deep.equal([
      1,
      'broken: the chain breaks at entry 5: removed, changed, moved, put between others, or written with another secret\n' +
        `cut: cut off at the end: entry ${number} (an anchor names ${number})\n`,
    ]);
    expect(attacked.stderr).to.contain(`1 act has no outcome (${number - 1})`);
    expect((await runAt(later, env, 'audit-log', 'list')).stdout).to.contain('NO OUTCOME');
    const other = await runHere({ ...env, AUDIT_SECRET: 'x'.repeat(32) }, 'audit-log', 'verify');
    expect([other.code, other.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 2 && said.includes('begun with another secret'),
    );
    expect((await runHere(env, 'audit-log', 'verify', '--anchor', 'nowhere')).stderr).to.contain(
      'no such file',
    );
  });
});
