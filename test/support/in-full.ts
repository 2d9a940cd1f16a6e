/** Whether the tests run at full length: in `npm run test:long`, not in `npm test` (docs/testing.md). */
export const IS_FULL = process.env['LENGTH'] === 'full';

/** A test of `npm run test:long` alone. */
export function inFull(title: string, test: Mocha.AsyncFunc): void {
  if (IS_FULL) it(title, test);
}
