import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { askYesOrNo } from '../../src/cli/ask-yes-or-no.js';

describe('askYesOrNo', () => {
  for (const [typed, answer] of [
    ['y\n', true],
    [' YES \n', true],
    ['\n', false],
    ['yesterday\n', false],
    ['n\ny\n', false],
    ['', false],
  ] as const)
    it(`reads ${JSON.stringify(typed)} as ${answer ? 'yes' : 'no'}`, async () => {
      const [input, output] = [new PassThrough(), new PassThrough()];
      input.end(typed);
      expect(await askYesOrNo('Apply?', input, output)).to.equal(answer);
      expect(String(output.read())).to.equal('Apply? [y/N] ');
    });
});
