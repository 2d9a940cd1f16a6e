import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readProcfile } from '../../scripts/processes/procfile.js';

describe('Procfile', () => {
  const { release, services } = readProcfile();

  it('names the processes', () => {
    expect(services.map(({ name }) => name)).to.deep.equal([
      'web',
      'search',
      'partner',
      'submit',
      'sweeper',
      'notify',
      'console',
    ]);
    expect(release.args.at(-1)).to.equal('migrate');
  });

  it('names programs that exist', () => {
    for (const { args, flags } of [release, ...services]) {
      const program = args[flags.length]!;
      expect(existsSync(program), program).to.be.true;
    }
  });
});
