import { runCli } from '../../scripts/processes/run-cli.js';
import { AFFILIATE_HANDLE } from '../plan/catalogue.js';
import { DIRECT_BUYERS } from '../plan/offers.js';

/** The parties whose statements are compared. Nobody adjusts the others. */
const PARTIES: readonly (readonly [kind: 'buyer' | 'affiliate', handle: string])[] = [
  ...DIRECT_BUYERS.map((handle) => ['buyer', handle] as const),
  ['affiliate', AFFILIATE_HANDLE],
];

/** Statements of a month as JSON, by `month kind handle`. Those that an outage prevents are left out. */
export async function printStatements(
  env: NodeJS.ProcessEnv,
  month: string,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const printed = new Map<string, string>();
  await Promise.all(
    PARTIES.map(async ([kind, handle]) => {
      const command = ['statement', kind, handle, '--month', month, '--json'];
      const { ok, stdout } = await runCli(command, env, signal);
      if (ok) printed.set(`${month} ${kind} ${handle}`, stdout);
    }),
  );
  return printed;
}
