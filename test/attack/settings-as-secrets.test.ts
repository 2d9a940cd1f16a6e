import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { neededToCall } from '../../src/core/catalogue/secrets-needed.js';
import { lacking, resolveHeaders, resolveSecret } from '../../src/platform/outbound/secrets.js';
import { SETTING_NAMES } from '../../src/platform/process/settings.js';
import { faultsOf, withLine } from '../platform/catalogue-files/base.js';

describe('attack: a catalogue that names what is no secret of a buyer', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'leadkeep-secrets-'));
  });
  after(() => rm(folder, { recursive: true }));

  const env = {
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, `${name}-in-the-open`])),
    PATH: '/usr/bin',
    AWS_SECRET_ACCESS_KEY: 'aws',
  };

  it('sends no setting and no other variable to a buyer', async () => {
    for (const name of SETTING_NAMES) await writeFile(path.join(folder, name), 'in a file');
    for (const name of [...SETTING_NAMES, 'PATH', 'AWS_SECRET_ACCESS_KEY', 'HOME'])
      for (const given of [env, { ...env, [`LEADKEEP_SECRET_${name}`]: undefined, SECRETS_DIR: folder }]) {
        const resolved = resolveHeaders({ 'X-A': `\${secret:${name}}` }, given);
        expect(resolved.ok, name).to.equal(false);
        expect(resolveSecret(`\${secret:${name}}`, given), name).to.deep.equal({ name });
      }
  });

  it('names what every object has, and gets a sentence', () => {
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(resolveHeaders({ A: `\${secret:${name}}` }, process.env)).to.deep.equal({
        ok: false,
        fault: `secret ${name} is not set (LEADKEEP_SECRET_${name})`,
      });
  });

  it('is refused when it is applied, with the line', () => {
    expect(faultsOf(withLine(39, "      headers: { A: '${secret:IDENTITY_SECRET}' }"))).to.include(
      '39 offer nursing: "delivery.headers.A" names IDENTITY_SECRET, a setting of Leadkeep, which is sent to nobody',
    );
  });

  it('has its secrets where they belong, and a way over from the former variable', () => {
    const offers = [{ handle: 'one', delivery: { headers: { A: '${secret:TOKEN}' } } }];
    expect(resolveHeaders({ A: '${secret:TOKEN}' }, { TOKEN: 'old' })).to.deep.equal({
      ok: false,
      fault: 'secret TOKEN is not set: rename the variable TOKEN to LEADKEEP_SECRET_TOKEN',
    });
    expect([...lacking(neededToCall(offers), { TOKEN: 'old' })]).to.deep.equal([['TOKEN', ['one']]]);
    expect(resolveHeaders({ A: '${secret:TOKEN}' }, { LEADKEEP_SECRET_TOKEN: 'new' })).to.deep.equal({
      ok: true,
      headers: { a: 'new' },
    });
  });

  it('reads a file anew at each use, before the environment', async () => {
    const given = { SECRETS_DIR: folder, LEADKEEP_SECRET_TOKEN: 'of the environment' };
    const now = (): string | undefined => resolveSecret('${secret:TOKEN}', given).value;
    expect(now()).to.equal('of the environment');
    await writeFile(path.join(folder, 'TOKEN'), 'first\n');
    expect(now()).to.equal('first');
    await writeFile(path.join(folder, 'TOKEN'), 'rotated\n');
    expect(now()).to.equal('rotated');
  });
});
