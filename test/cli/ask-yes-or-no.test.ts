import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { askYesOrNo, canBeAsked } from '../../src/cli/ask-yes-or-no.js';

describe('canBeAsked', () => {
  for (const [what, stdin, stderr, asked] of [
    ['at a terminal', true, true, true],
    ['of a file', undefined, true, false],
    ['whose question would go into a file', true, undefined, false],
  ] as const)
    it(`${String(asked)} for input ${what}`, () => {
      const terminal = (isTTY: true | undefined) => (isTTY ? { isTTY } : {});
      expect(canBeAsked(terminal(stdin), terminal(stderr))).to.equal(asked);
    });
});

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
