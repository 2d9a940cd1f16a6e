import { runProgram } from '../../src/cli/run-program.js';
import { AFFILIATE_HANDLE } from '../plan/catalogue.js';
import { DIRECT_BUYERS } from '../plan/offers.js';

/** The parties whose statements are compared. Nobody adjusts the others. */
const PARTIES: readonly (readonly [kind: 'buyer' | 'affiliate', handle: string])[] = [
  ...DIRECT_BUYERS.map((handle) => ['buyer', handle] as const),
  ['affiliate', AFFILIATE_HANDLE],
];

/**
 * Statements of a month as JSON, by `month kind handle`. Those that an outage prevents are left out. In this process: as many of their own
 * would take longer than the rehearsal.
 */
export async function printStatements(env: NodeJS.ProcessEnv, month: string): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  await Promise.all(
    PARTIES.map(async ([kind, handle]) => {
      let text = '';
      const cli = {
        env,
        clock: () => new Date(),
        print: (line: string) => void (text += line),
        note: () => undefined,
      };
      const code = await runProgram(cli, ['statement', kind, handle, '--month', month, '--json']);
      if (code === 0) printed.set(`${month} ${kind} ${handle}`, text);
    }),
  );
  return printed;
}
