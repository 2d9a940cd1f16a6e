import { expect } from 'chai';
import { faultsOf, withLine } from './base.js';

/** [what, line of the base to replace, with this, every fault that must be told]. */
export type Case = readonly [what: string, line: number, text: string, ...faults: string[]];

/** One test for each case: exactly these faults, with these lines and handles, and no others. */
export function describeFaults(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [what, line, text, ...faults] of cases)
      it(what, () => {
        expect(faultsOf(withLine(line, text))).to.deep.equal(faults);
      });
  });
}
