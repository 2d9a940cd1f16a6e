import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { runHere } from './run-cli.js';

describe('leadkeep says of itself', () => {
  it('its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runHere({}, '--version')).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  for (const [args, said] of [
    [['pause', '--help'], 'the same, for all its offers'],
    [['pause', '--help'], 'still paused then, they are rejected (OFFER_UNAVAILABLE)'],
    [['resume', '--help'], 'campaign  it is inactive'],
    [['lead', 'settle', '--help'], 'columns: id or reference'],
    [['caps', '--help'], 'of each cap and open window'],
    [['try', '--help'], 'status of the sample answer (default: 200); without --answer its body is empty'],
  ] as const)
    it(args.join(' '), async () => {
      const { code, stdout } = await runHere({}, ...args);
      expect([code, stdout.replace(/\s+/g, ' ').includes(said.replace(/\s+/g, ' '))], stdout).to.deep.equal([
        0,
        true,
      ]);
      expect(stdout).to.not.contain('(default: {})');
    });
});
