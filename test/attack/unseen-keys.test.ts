import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { runAnswered, runHere } from '../cli/run-cli.js';
import { testLead } from '../support/records.js';
import { migratedServices } from '../support/services.js';

/** What a terminal obeys or hides, but for line breaks, which are looked for by the rows that they forge. */
const OBEYED = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;
const HOSTILE = {
  'a\u001b[8m': 'x',
  'b\nstate  accepted': 'x',
  'c\u009b2J\u0085': 'x',
  'd\u202egpj.exe\u2066': 'x',
  'e\u007f\u200b\u2028': 'y\u001b]0;owned\u0007\u009b',
};

describe('attack: what a caller puts into the names of members', () => {
  const services = migratedServices();
  const { env } = services;
  /** Stored as the release before kept it; the API refuses such members now (test/contract/bodies-content). */
  const lead = testLead({
    lead: {
      personal: { email: 'jane@example.com', first_name: 'Jane', last_name: 'Roe', phone: '6085550234' },
      extra: { 'jane@example.com': true, nested: { 'Jane Roe': 1 } },
    },
    extra: { ...HOSTILE, call_6085550234: 'x', JaneRoe: 'x', partner_code: 'x' },
    tracking: { ip_address: '203.0.113.7', 'Roe, Jane': 'x', subid: 'x', utm_source: 'ads' },
  });
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-attack-'));
    await services.migrated();
    await createLeadStore(await services.connection()).insert(lead);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await services.close();
  });

  for (const options of [[], ['--reveal'], ['--json'], ['--json', '--reveal']] as const)
    it(`reaches no terminal: lead show ${options.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runHere(env, 'lead', 'show', lead.id, ...options);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.not.match(OBEYED);
      expect(stdout).to.not.match(/^\s*state\s+accepted/m);
    });

  it('is the same JSON, escaped', async () => {
    const { stdout } = await runHere(env, 'lead', 'show', lead.id, '--json', '--reveal');
    const shown = JSON.parse(stdout) as { readonly extra: object };
    expect(shown.extra).to.deep.equal(lead.extra);
  });

  for (const options of [[], ['--json']] as const)
    it(`names nobody: lead show ${options.join(' ')}`, async () => {
      const { stdout } = await runHere(env, 'lead', 'show', lead.id, ...options);
      expect(stdout).to.not.match(/jane|roe|6085550234/i);
      expect(stdout).to.contain('partner_code').and.to.contain('subid').and.to.contain('utm_source');
    });

  it('reaches no terminal by a file that is refused, or by an argument', async () => {
    const file = path.join(folder, 'bad.yaml');
    await writeFile(
      file,
      'version: 1\n"a\\e[8m\\u009b": 1\nbuyers: [{ handle: "b\\e[31m\\nno fault", name: "\\u202e" }]\n',
    );
    const refused = await runHere(env, 'apply', file);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.contain('\\u001b[8m').and.to.not.match(OBEYED);
    expect(refused.stderr).to.not.match(/^no fault/m);
    const usage = await runHere(env, 'lead', 'show', '\u001b[8m');
    expect(usage.stderr).to.contain('\\u001b[8m').and.to.not.match(OBEYED);
  });

  it('reaches nobody who is asked to agree', async () => {
    const text = (name: string): string =>
      `version: 1\naffiliates:\n  - { handle: northwind, name: "${name}" }\n  - { handle: other, name: B }\n`;
    const first = path.join(folder, 'first.yaml');
    const less = path.join(folder, 'less.yaml');
    await writeFile(first, text('a \\u200d b'));
    expect(await runHere(env, 'apply', first)).to.have.property('code', 0);
    await writeFile(less, text('a \\u200d b').split('\n').slice(0, 3).join('\n'));
    const run = await runAnswered(env, false, 'apply', less);
    expect(run.asked).to.have.length(1);
    expect(run.stdout + run.stderr + run.asked.join('')).to.not.match(OBEYED);
  });

  it('is exported so that it can be applied again', async () => {
    const exported = await runHere(env, 'export');
    expect(exported.stdout).to.not.match(OBEYED);
    const again = path.join(folder, 'again.yaml');
    await writeFile(again, exported.stdout);
    const run = await runHere(env, 'apply', again, '--dry-run');
    expect(run.stdout).to.contain('Nothing changed');
  });
});
