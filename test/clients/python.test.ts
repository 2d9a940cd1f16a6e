import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { IDS } from '../support/catalogue.js';
import { idOf, startContract, type Contract } from '../support/contract.js';
import { oneNews } from '../support/lead-news.js';
import { publishNews } from '../support/publish-news.js';
import { pythonForTests } from '../support/python.js';

const CLIENT = 'clients/python';
const LEAD = '00000000-0000-4000-9000-000000000001';

/** The text of a program that ended well; the service answers meanwhile. */
const run = async (program: string, args: readonly string[], env: object = {}): Promise<string> => {
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } });
  return stdout;
};

describe('the client in Python', function () {
  let contract: Contract | undefined;
  let python = '';
  const elsewhere = mkdtempSync(join(tmpdir(), 'leadkeep-client-py-'));
  before(async function () {
    const found = pythonForTests();
    if (found === undefined) this.skip();
    python = found;
    contract = await startContract(() => ({
      offers: { nursing: { questions: [{ name: 'visit', type: 'text', required: true }] } },
      campaigns: { edu: { offers: [{ offer: 'nursing', payout: 36 }] } },
    }));
    const news = { affiliate_id: IDS.affiliate, external_id: 'order/1' };
    const accepted = { ...oneNews(LEAD, 2).answer, code: 'ACCEPTED' as const };
    await publishNews(
      contract.api.connection,
      oneNews(LEAD, 1, news),
      oneNews(LEAD, 2, { ...news, kind: 'decided', status: 'accepted', answer: accepted }),
    );
  });
  after(async () => {
    rmSync(elsewhere, { recursive: true, force: true });
    await contract?.close();
  });

  it('has types of the description as it is now', () => {
    const input = execFileSync(process.execPath, ['dist/scripts/docs/openapi.js']);
    const types = execFileSync(python, [`${CLIENT}/scripts/make_schema.py`], { input });
    const present = readFileSync(`${CLIENT}/src/leadkeep_client/schema.py`, 'utf8');
    expect(present === types.toString(), 'run npm run clients').to.equal(true);
  });

  it('is typed: a type checker accepts it', async () => {
    const args = ['--config-file', 'pyproject.toml', '--cache-dir', join(elsewhere, 'mypy')];
    const shell = `cd ${CLIENT} && "$0" -m mypy "$@" src scripts tests`;
    const said = await run('sh', ['-c', shell, python, ...args]).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
    expect(said).to.match(/^Success/);
  });

  it('makes a package that is installed elsewhere and works with a running Leadkeep', async () => {
    const [dist, env] = [join(elsewhere, 'dist'), join(elsewhere, 'env')];
    await run(python, ['-m', 'build', '--no-isolation', '--outdir', dist, CLIENT]);
    const wheel = readdirSync(dist).find((name) => name.endsWith('.whl')) ?? '';
    await run(python, ['-m', 'venv', '--without-pip', env]);
    const theirs = join(env, 'bin', 'python');
    const quiet = ['--quiet', '--disable-pip-version-check'];
    await run(python, ['-m', 'pip', '--python', theirs, 'install', ...quiet, join(dist, wheel)]);
    const world = {
      url: contract?.api.url,
      key: contract?.api.key,
      affiliate: IDS.affiliate,
      campaign: idOf('campaign', 'edu'),
      offer: idOf('offer', 'nursing'),
      month: new Date().toISOString().slice(0, 7),
    };
    const sold = contract?.buyer.received.length ?? 0;
    await run(theirs, [`${CLIENT}/tests/live.py`], { LEADKEEP_TEST: JSON.stringify(world) });
    // One for each of the three tests that sell, also the one whose answer was lost.
    expect((contract?.buyer.received.length ?? 0) - sold).to.equal(3);
  });
});
