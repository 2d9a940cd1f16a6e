import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

const PARTIES = `# Who sells and who buys.
version: 1
affiliates:
  - { handle: northwind, name: Northwind Media } # since 2024
buyers:
  - handle: lakeshore
    name: Lakeshore University
    caps:
      - { window: day, limit: 20 } # by contract
`;
const OFFERS = `version: 1
offers:
  # The only one so far.
  - handle: nursing
    name: Nursing
    buyer: lakeshore
    offer_type: shared
    price: 42.50
    tcpa_text: By clicking Send I agree.
    delivery: { url: https://lakeshore.example/leads }
campaigns:
  - handle: edu
    name: Education
    affiliate: northwind
    offers: [{ offer: nursing, payout: 30 }]
`;

describe('leadkeep apply, of files that lack later changes', function () {
  const services = migratedServices();
  const { env } = services;
  let folder: string;

  const at = (name: string): string => path.join(folder, name);
  const write = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(texts)) await writeFile(at(name), text);
  };
  const read = (name: string): Promise<string> => readFile(at(name), 'utf8');
  const apply = (...args: string[]) => runHere(env, 'apply', at('parties.yaml'), at('offers.yaml'), ...args);
  const exported = async (): Promise<{ changed: boolean; version: number }> =>
    JSON.parse((await runOk(env, 'catalogue', 'export', '--dir', folder, '--json')).stdout) as never;
  const history = async (): Promise<{ how: string; files_from: string }[]> =>
    (JSON.parse((await runOk(env, 'catalogue', 'history', '--json')).stdout) as { versions: [] }).versions;

  before(async () => {
    await services.migrated();
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-overwrite-'));
    await write({ 'parties.yaml': PARTIES, 'offers.yaml': OFFERS });
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.close();
  });

  it('needs nothing for the first files, and for others after them', async () => {
    expect((await apply()).code).to.equal(0);
    await write({ 'offers.yaml': OFFERS.replace('42.50', '45.00') });
    expect((await apply()).code).to.equal(0);
    expect((await exported()).changed).to.equal(false);
  });

  it('names a pause since, and refuses, also with --yes', async () => {
    await runOk(env, 'pause', 'offer', 'nursing', '--comment', '3 am');
    for (const args of [[], ['--yes'], ['--dry-run']]) {
      const { code, stderr } = await apply(...args);
      expect(code, args.join()).to.equal(1);
      expect(stderr).to.match(/^would undo version 3, 20\d\d-.* UTC, \S+, pause offer nursing: 3 am$/m);
      expect(stderr).to.contain('    ~ offer nursing\n        status: active → paused\n');
      expect(stderr).to.contain(
        'Bring them up to date (leadkeep catalogue export), or undo it with --overwrite 3',
      );
    }
    expect((await apply('--overwrite', '2')).stderr).to.contain('Version 3 has come into force');
    expect(await history()).to.have.length(3);
  });

  it('brings the files up to date in the one line, and takes them then', async () => {
    expect(await exported()).to.include({ changed: true, version: 3 });
    expect(await read('parties.yaml')).to.equal(PARTIES);
    const paused = OFFERS.replace('42.50', '45.00').replace('shared\n', 'shared\n    status: paused\n');
    expect(await read('offers.yaml')).to.equal(paused);
    expect((await exported()).changed).to.equal(false);
    expect((await apply()).stdout).to.equal('Nothing changed: version 3 stays.\n');
    expect((await history()).map(({ how, files_from }) => [how, files_from])).to.deep.equal([
      ['pause', 'given'],
      ['apply', 'given'],
      ['apply', 'given'],
    ]);
  });

  it('lets files that had the pause resume it', async () => {
    await write({
      'offers.yaml': (await read('offers.yaml')).replace('    status: paused\n', '') + '# resumed\n',
    });
    const { code, stderr } = await apply();
    expect([code, stderr.includes('would undo')]).to.deep.equal([0, false]);
  });

  it('lets other edits pass, and keeps comments that change nothing', async () => {
    await runOk(env, 'pause', 'buyer', 'lakeshore');
    await exported();
    await write({ 'offers.yaml': (await read('offers.yaml')) + '# a comment\n' });
    expect((await apply()).stdout).to.contain('Only the text of the files changes');
    await runOk(env, 'resume', 'buyer', 'lakeshore');
    await exported();
    await write({ 'offers.yaml': (await read('offers.yaml')).replace('45.00', '46.00') });
    expect((await apply()).code).to.equal(0);
    expect((await exported()).changed).to.equal(false);
    expect(await read('offers.yaml')).to.match(/# resumed\n# a comment\n$/);
  });

  it('names what came after an older revision of the files', async () => {
    const newest = await read('offers.yaml');
    await write({ 'offers.yaml': OFFERS });
    const { code, stderr } = await apply();
    expect(code).to.equal(1);
    expect(stderr.match(/price: [^\n]*/g)).to.deep.equal(['price: 45.00 → 46.00', 'price: 42.50 → 45.00']);
    const { length } = await history();
    expect((await apply('--overwrite', String(length))).code).to.equal(0);
    await write({ 'offers.yaml': newest });
    expect((await apply('--overwrite', String(length + 1))).code).to.equal(0);
  });

  it('does not write outside the folder', async () => {
    const bad = { name: '../evil.yaml', text: PARTIES + OFFERS.replace('version: 1\n', '') };
    const connection = await services.connection();
    const versions = connection.collection<{ _id: number; files: string }>('catalogue_versions');
    const [newest] = await versions.find().sort({ _id: -1 }).limit(1).toArray();
    await versions.updateOne({ _id: newest?._id ?? 0 }, { $set: { files: JSON.stringify([bad]) } });
    const { code, stderr } = await runHere(env, 'catalogue', 'export', '--dir', folder);
    expect([code, stderr]).to.deep.equal([
      1,
      'leadkeep: The catalogue has a file with the name "../evil.yaml", which is not written\n',
    ]);
  });
});
