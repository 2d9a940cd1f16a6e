import { openStatement } from '../../../src/app/money/open-statement.js';
import { statementCsv, statementJson } from '../../../src/app/money/write-statement.js';
import type { PartyKind } from '../../../src/core/money/statement.js';
import { AFFILIATES, affiliateId, BUYERS, buyerId } from '../story/parties.js';
import type { Stage } from './open-stage.js';

/** A party's statement of a month, as the product prints it. */
export interface PrintedStatement {
  readonly json: string;
  readonly csv: string;
}

/** By party: `buyer ID`. */
export type Printed = ReadonlyMap<string, PrintedStatement>;

const PARTIES: readonly (readonly [PartyKind, string, string])[] = [
  ...BUYERS.map((handle) => ['buyer', handle, buyerId(handle)] as const),
  ...AFFILIATES.map((handle) => ['affiliate', handle, affiliateId(handle)] as const),
];

/** Prints the statements of all parties for a month. */
export async function printStatements(stage: Stage, month: string): Promise<Printed> {
  const printed = new Map<string, PrintedStatement>();
  for (const [kind, handle, id] of PARTIES) {
    const print = async (write: typeof statementJson): Promise<string> => {
      const opened = await openStatement(
        { ...stage, catalogue: stage.versions },
        { kind, party: handle, month },
      );
      if (opened.outcome !== 'opened') throw new Error(opened.why);
      const chunks: string[] = [];
      for await (const chunk of write(opened.statement)) chunks.push(chunk);
      return chunks.join('\n');
    };
    printed.set(`${kind} ${id}`, { json: await print(statementJson), csv: await print(statementCsv) });
  }
  return printed;
}
