import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migratedServices } from '../support/services.js';
import { runAnswered, runCli, runHere, runOk } from './run-cli.js';

const MINIMAL = 'examples/minimal.yaml';

describe('leadkeep apply, export, catalogue, pause, resume', function () {
  const services = migratedServices();
  const { env } = services;
  let folder: string;

  const file = async (name: string, text: string): Promise<string> => {
    const where = path.join(folder, name);
    await writeFile(where, text);
    return where;
  };
  const history = async (): Promise<{ version: number; how: string; comment?: string; subject?: string }[]> =>
    (JSON.parse((await runOk(env, 'catalogue', 'history', '--json')).stdout) as { versions: [] }).versions;

  before(async () => {
    await services.migrated();
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-cli-'));
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.close();
  });

  it('has nothing at first', async () => {
    const run = await runCli(env, 'export');
    expect(run).to.deep.equal({ code: 1, stdout: '', stderr: 'leadkeep: There is no catalogue yet\n' });
    expect((await runOk(env, 'catalogue', 'history')).stdout).to.equal('There is no catalogue yet.\n');
  });

  it('shows what would change, and changes nothing', async () => {
    const { stdout, stderr } = await runOk(env, 'apply', MINIMAL, '--dry-run');
    expect(stderr).to.equal(
      'warning: locally, secret LAKESHORE_TOKEN is not set (LEADKEEP_SECRET_LAKESHORE_TOKEN); the workers need it for lakeshore-nursing\n',
    );
    expect(stdout).to.contain('+ offer lakeshore-nursing\n').and.to.contain('Dry run: nothing was written.');
    expect(await history()).to.deep.equal([]);
  });

  it('warns of a mapping that needs PUBLIC_URL, and of the secret of callbacks', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const called = text.replace(
      /^( +)delivery:\n/m,
      '$&$1  body: \'{ "cb": callback_url }\'\n$1  callback: { secret: "$${secret:LATER_HMAC}" }\n',
    );
    const { stderr } = await runOk(env, 'apply', await file('called.yaml', called), '--dry-run');
    expect(stderr).to.contain('warning: locally, secret LATER_HMAC is not set (LEADKEEP_SECRET_LATER_HMAC)');
    expect(stderr).to.contain(
      'warning: PUBLIC_URL is not set in this environment; without it, lakeshore-nursing gets no callback_url\n',
    );
    const set = { ...env, PUBLIC_URL: 'https://leads.example' };
    const again = await runOk(set, 'apply', await file('called.yaml', called), '--dry-run');
    expect(again.stderr).to.not.contain('PUBLIC_URL').and.to.not.contain('never contains');
    const silent = called.replace('"cb": callback_url', '"a": 1');
    expect((await runOk(set, 'apply', await file('silent.yaml', silent), '--dry-run')).stderr).to.contain(
      'warning: the body never contains callback_url, so the buyer does not know where to call back: lakeshore-nursing\n',
    );
  });

  it('warns of an offer that no campaign sells, and of pending leads that nobody ends', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const warnings = async (...changes: [RegExp | string, string][]): Promise<string[]> => {
      const changed = changes.reduce((yaml, [from, to]) => yaml.replace(from, to), text);
      const { stderr } = await runHere(env, 'apply', await file('draft.yaml', changed), '--dry-run');
      return stderr.split('\n').filter((line) => line !== '' && !line.startsWith('warning: locally, secret'));
    };
    const unsold = 'warning: no campaign sells lakeshore-nursing: ';
    expect((await warnings([/\ncampaigns:[^]*/, '\n']))[0]).to.contain(unsold);
    expect(await warnings([/\ncampaigns:[^]*/, '\n'], ['price: 42.50', 'status: paused'])).to.deep.equal([]);
    const later: [RegExp, string] = [
      /^( +)delivery:\n/m,
      '$&$1  answers: [{ when: status = 202, outcome: pending, reference: body.id }]\n',
    ];
    const body = (expression: string): [RegExp, string] => [
      /^( +)delivery:\n/m,
      `$&$1  body: '${expression}'\n`,
    ];
    const asked: [RegExp, string] = [
      /^( +)delivery:\n/m,
      '$&$1  follow_up: { url: "https://crm.lakeshore.example/${reference}", every: 1h, for: 72h }\n',
    ];
    expect(await warnings(later), 'our own shape has callback_url').to.deep.equal([]);
    expect(await warnings(later, body('{ "a": 1 }'))).to.deep.equal([
      'warning: lakeshore-nursing may answer pending, but has neither follow_up nor callback_url in the body: only leadkeep lead settle can end such a lead',
    ]);
    expect(await warnings(later, body('{ "a": 1 }'), asked)).to.deep.equal([]);
    expect((await warnings(later, body('{ "a": callback_url }'))).join()).to.not.contain('answer pending');
  });

  it('applies, and says so when there is nothing to do', async () => {
    const { stdout } = await runOk(env, 'apply', MINIMAL, '--comment', 'first');
    expect(stdout).to.match(/^\+ affiliate northwind\n[^]*\nVersion 1 takes effect within 5 seconds\.\n$/);
    expect((await runOk(env, 'apply', MINIMAL)).stdout).to.equal('Nothing changed: version 1 stays.\n');
    expect((await history()).map(({ version, how, comment }) => [version, how, comment])).to.deep.equal([
      [1, 'apply', 'first'],
    ]);
  });

  it('names every fault with file and line, and changes nothing', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const bad = await file(
      'bad.yaml',
      text.replace('payout: 30', 'payout: -3').replace('[IL, WI, MN]', '[XX]'),
    );
    const { code, stdout, stderr } = await runHere(env, 'apply', bad);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr.split('\n')).to.deep.equal([
      `${bad}:25 offer lakeshore-nursing: "eligibility[0].in[0]" is no value of address.state: "XX"`,
      `${bad}:37 campaign northwind-edu: "offers[0].payout" must be an amount from 0 to 1000000 with at most two decimals`,
      'leadkeep: 2 problems; nothing was changed',
      '',
    ]);
    expect(await history()).to.have.length(1);
  });

  it('refuses another id for a handle', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const id = '11111111-1111-4111-8111-111111111111';
    const other = await file('id.yaml', text.replace('name: Northwind Media', `name: N\n    id: ${id}`));
    const { code, stderr } = await runHere(env, 'apply', other);
    expect(code).to.equal(1);
    expect(stderr).to.match(/^affiliate northwind has the id [0-9a-f-]{36} so far/);
    expect(stderr).to.match(/\nleadkeep: 1 id differs; nothing was changed\n$/);
  });

  it('exports what it takes', async () => {
    const exported = await file('export.yaml', (await runOk(env, 'export')).stdout);
    expect((await runOk(env, 'apply', exported)).stdout).to.equal('Nothing changed: version 1 stays.\n');
  });

  it('pauses and resumes, visible in the history and the next diff', async () => {
    const { stdout } = await runOk(env, 'pause', 'offer', 'lakeshore-nursing', '--comment', '3 am');
    expect(stdout).to.equal('Paused within 5 seconds: offer lakeshore-nursing. No lead waits for it.\n');
    expect((await runOk(env, 'pause', 'offer', 'lakeshore-nursing')).stdout).to.contain('Nothing changes');
    const dry = await runAnswered(env, false, 'apply', MINIMAL, '--dry-run', '--overwrite', '2');
    expect([dry.code, dry.asked]).to.deep.equal([0, []]);
    expect(dry.stdout).to.contain('    status: paused → active\n');
    expect(dry.stderr).to.match(
      /^warning: offer lakeshore-nursing would be resumed; it was paused by \S.*, 20\d\d-.* UTC: 3 am\n/,
    );
    await runOk(env, 'resume', 'offer', 'lakeshore-nursing');
    expect((await history()).map(({ how, subject }) => [how, subject])).to.deep.equal([
      ['resume', 'offer lakeshore-nursing'],
      ['pause', 'offer lakeshore-nursing'],
      ['apply', null],
    ]);
  });

  it('asks a person before it retires anything, and nobody where there is none or with --yes', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const small = await file('small.yaml', text.slice(0, text.indexOf('campaigns:')));
    const before = await history();
    const declined = await runAnswered(env, false, 'apply', small);
    expect([declined.code, declined.stderr]).to.deep.equal([1, 'leadkeep: Nothing was changed\n']);
    expect(declined.asked).to.deep.equal([
      'These files no longer contain campaign northwind-edu, which would be retired. Apply them?',
    ]);
    expect(await history()).to.deep.equal(before);
    for (const args of [[MINIMAL], [small, '--dry-run'], [small, '--yes']]) {
      const run = await runAnswered(env, false, 'apply', ...args);
      expect([run.code, run.asked], args.join(' ')).to.deep.equal([0, []]);
    }
    const again = await runAnswered(env, true, 'apply', MINIMAL, '--overwrite', '4');
    expect([again.code, again.asked], 'naming it again').to.deep.equal([0, []]);
    const meant = await runAnswered(env, true, 'apply', small, '--overwrite', '5');
    expect(meant.stdout).to.contain('- campaign northwind-edu (ret');
    await runOk(env, 'catalogue', 'rollback', '1');
  });

  it('retires what is no longer named, and rolls back', async () => {
    const text = await readFile(MINIMAL, 'utf8');
    const small = await file('small.yaml', text.slice(0, text.indexOf('campaigns:')));
    expect((await runOk(env, 'apply', small, '--overwrite', '7')).stdout).to.contain(
      '- campaign northwind-edu (retired)\n',
    );
    expect((await runHere(env, 'resume', 'campaign', 'northwind-edu')).stderr).to.contain('is retired');
    const late = ['catalogue', 'rollback', '1', '--base', '7'];
    expect((await runHere(env, ...late)).stderr).to.contain('Version 8 has come into force in the meantime');
    const back = await runOk(env, 'catalogue', 'rollback', '1', '--base', '8', '--comment', 'oops');
    expect(back.stdout).to.contain('+ campaign northwind-edu (no longer retired)\n');
    expect(back.stdout).to.contain('Version 9');
    expect(back.stderr).to.contain('warning: locally, secret LAKESHORE_TOKEN is not set');
    const shown = (await runOk(env, 'catalogue', 'show', '9')).stdout;
    expect(shown).to.match(/^# version 9, .* UTC, .*, rollback to version 1: oops\n/);
    // Who applies the file brings back the terms that the version had by default.
    expect(shown).to.contain('\nretention: {}\n');
  });

  for (const [what, args, code, said] of [
    [
      'a file that is not there',
      ['apply', 'no.yaml'],
      1,
      "leadkeep: no.yaml can't be read: there is no such file",
    ],
    ['a folder', ['apply', 'src'], 1, "leadkeep: src can't be read: it is a folder"],
    ['no file', ['apply'], 2, "error: missing required argument 'file'"],
    ['an unknown option', ['apply', MINIMAL, '--force'], 2, "error: unknown option '--force'"],
    ['an unknown command', ['aply'], 2, "error: unknown command 'aply'"],
    ['a version that is not there', ['catalogue', 'rollback', '99'], 1, 'leadkeep: There is no version 99'],
    ['no number', ['catalogue', 'show', 'latest'], 2, 'It must be a whole number, at least 1.'],
    ['another kind', ['pause', 'affiliate', 'northwind'], 2, 'Allowed choices are offer, buyer, campaign.'],
    [
      'an unknown handle',
      ['pause', 'buyer', 'nobody'],
      1,
      'leadkeep: There is no buyer nobody in the catalogue',
    ],
    [
      'a slip in a handle',
      ['resume', 'buyer', 'lakshore'],
      1,
      'leadkeep: There is no buyer lakshore in the catalogue (did you mean "lakeshore"?)',
    ],
    [
      'the handle of another kind',
      ['pause', 'buyer', 'lakeshore-nursing'],
      1,
      'leadkeep: There is no buyer lakeshore-nursing in the catalogue (it is an offer)',
    ],
  ] as const)
    it(`refuses ${what} with ${code}`, async () => {
      const run = await runHere(env, ...args);
      expect([run.code, run.stdout]).to.deep.equal([code, '']);
      expect(run.stderr).to.contain(said).and.to.not.contain('    at ');
    });

  it('says in a sentence that MongoDB is not there, without its password', async () => {
    const run = await runHere({ ...env, MONGO_URL: 'mongodb://root:geheim@127.0.0.1:1/x' }, 'export');
    expect(run.code).to.equal(1);
    expect(run.stderr).to.equal('leadkeep: MongoDB at 127.0.0.1:1 does not answer; is MONGO_URL right?\n');
  });

  it('migrates, again too, and not under another secret', async () => {
    await runOk(env, 'migrate');
    await runOk(env, 'migrate');
    const other = await runHere(
      { ...env, IDENTITY_SECRET: 'another secret of thirty-two characters' },
      'migrate',
    );
    expect(other.code).to.equal(1);
    expect(other.stderr).to.contain('IDENTITY_SECRET is not the secret');
    const none = await runHere({ ...env, IDENTITY_SECRET: '' }, 'migrate');
    expect([none.code, none.stderr]).to.deep.equal([
      1,
      'leadkeep: Settings: IDENTITY_SECRET must be set, to at least 32 characters, the same for every process.\n',
    ]);
  });
});
