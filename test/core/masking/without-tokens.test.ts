import { expect } from 'chai';
import { withoutTokens } from '../../../src/core/masking/without-tokens.js';

describe('withoutTokens', () => {
  for (const [given, left] of [
    ['{"said":"by Bearer abc.DEF-123_x="}', '{"said":"by Bearer •••"}'],
    ['authorization: bearer   0123456789ab, and more', 'authorization: bearer   •••, and more'],
    ['the bearer of this', 'the bearer of this'],
  ] as const)
    it(`makes ${left} of ${given}`, () => {
      expect(withoutTokens(given)).to.equal(left);
    });
});
