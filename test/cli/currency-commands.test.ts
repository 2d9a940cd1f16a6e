import { expect } from 'chai';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBookStore } from '../../src/platform/mongo/money/book-store.js';
import { migratedServices } from '../support/services.js';
import { runHere, runOk } from './run-cli.js';

describe('leadkeep apply, export, rollback: currency and accounting zone', () => {
  const services = migratedServices();
  const { env } = services;
  let folder: string;
  let minimal: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-books-'));
    minimal = await readFile('examples/minimal.yaml', 'utf8');
    await services.migrated();
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.close();
  });

  const catalogue = async (books: string, price = 42.5): Promise<string> => {
    const where = path.join(folder, 'catalogue.yaml');
    const text = minimal.replace('version: 1\n', `version: 1\n${books}\n`);
    await writeFile(where, text.replace('price: 42.50', `price: ${price}`));
    return where;
  };
  const shown = async (version: number): Promise<string> =>
    (await runOk(env, 'catalogue', 'show', String(version))).stdout;
  const EUROS = 'books: { currency: EUR, time_zone: Europe/Berlin }';

  it('are shown when they change, and with a version', async () => {
    expect((await runOk(env, 'apply', await catalogue(''))).stdout).to.not.contain('books');
    expect(await shown(1)).to.match(/^#.*\nversion: 1\n\nbooks:\n {2}currency: USD\n {2}time_zone: UTC\n/);
    const { stdout } = await runOk(env, 'apply', await catalogue(EUROS));
    expect(stdout).to.contain(
      '~ books\n    currency: USD → EUR\n    time_zone: UTC → Europe/Berlin\n\nVersion 2 ',
    );
  });

  it('stay when a catalogue does not name them', async () => {
    const { stdout } = await runOk(env, 'apply', await catalogue('', 43));
    expect(stdout).to.match(/^~ offer lakeshore-nursing\n {4}price: 42\.50 → 43\.00\n\nVersion 3 /);
    expect(await shown(3)).to.contain('books:\n  currency: EUR\n  time_zone: Europe/Berlin\n');
  });

  it('can be rolled back before the first entry', async () => {
    const { stdout } = await runOk(env, 'catalogue', 'rollback', '1', '--dry-run');
    expect(stdout).to.contain('currency: EUR → USD\n    time_zone: Europe/Berlin → UTC\n');
  });

  it('never change after it, by apply, dry run or rollback; all else does', async () => {
    await createBookStore(await services.connection()).freeze({
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
    });
    const refused = (to: string) => ({
      code: 1,
      stdout: '',
      stderr: `leadkeep: The books can't change from EUR in Europe/Berlin to ${to}, because the books have entries in EUR by the days of Europe/Berlin; nothing was changed\n`,
    });
    const other = await catalogue('books: { time_zone: Europe/Paris }');
    expect(await runHere(env, 'apply', other)).to.deep.equal(refused('EUR in Europe/Paris'));
    expect(await runHere(env, 'apply', other, '--dry-run')).to.deep.equal(refused('EUR in Europe/Paris'));
    expect(await runHere(env, 'catalogue', 'rollback', '1')).to.deep.equal(refused('USD in UTC'));
    expect((await runOk(env, 'apply', await catalogue(EUROS, 44))).stdout).to.contain('Version 4 ');
    expect((await runOk(env, 'catalogue', 'rollback', '2')).stdout).to.contain('Version 5 ');
  });
});
