import { buyerId } from '../story/parties.js';
import type { ReturnCount } from './tally-leads.js';

/** Lakeshore may send back a tenth of what it accepted in a month. */
const SHARE = 0.1;

/** Months in which more leads were sent back within the rules than the share allows. */
export const overShares = (returns: ReadonlyMap<string, ReturnCount>): string[] =>
  [...returns].flatMap(([name, { sold, returned }]) =>
    name.startsWith(buyerId('lakeshore')) && returned > Math.floor(sold * SHARE)
      ? [`${name}: ${returned} of ${sold}`]
      : [],
  );
