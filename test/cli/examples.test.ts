import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { privateServices } from '../support/services.js';
import { runOk } from './run-cli.js';

const FILES = readdirSync('examples').filter((name) => name.endsWith('.yaml'));

/** Each is a catalogue of its own; together they would name the same handles twice. */
describe('leadkeep apply --dry-run examples/*.yaml', () => {
  const services = privateServices();
  after(() => services.close());

  for (const name of FILES)
    it(`${name} has no fault`, async () => {
      const { stdout, stderr } = await runOk(services.env, 'apply', `examples/${name}`, '--dry-run');
      expect(stdout).to.contain('Dry run: nothing was written.');
      expect(
        stderr
          .split('\n')
          .filter((line) => line !== '' && !/^warning: (locally, secret|PUBLIC_URL)/.test(line)),
      ).to.deep.equal([]);
    });
});
