import type { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { CliExit } from '../cli-exit.js';
import { capNames } from '../../core/caps/name-caps.js';
import { formatLength } from '../render/time.js';
import { renderTable } from '../render/table.js';
import { withLedger, type LedgerTools } from '../wiring/with-ledger.js';

const DIFFERS = 1;
/** Longer than the sweeper takes to apply a pending effect. */
const SECOND_LOOK_MS = 10_000;

/** `leadkeep ledger check|rebuild`: compares the cap ledger with the stored leads, or rebuilds it from them. */
export function addLedger(ledger: Command, cli: Cli): void {
  ledger
    .command('check')
    .description('compare the cap ledger with the stored leads (exit code 1 if they differ)')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withLedger(cli.env, (tools) => check(cli, tools, json === true)),
    );
  ledger
    .command('rebuild')
    .description('rebuild the cap ledger from the stored leads; nothing is sold meanwhile')
    .action(() => withLedger(cli.env, (tools) => rebuild(cli, tools)));
}

async function check(cli: Cli, tools: LedgerTools, json: boolean): Promise<void> {
  const checked = await tools.check(cli.clock, () => sleep(SECOND_LOOK_MS));
  if (checked.outcome === 'unsuitable')
    throw new CliError(nothingSold((await tools.whyUnsuitable()) ?? 'it was unsuitable a moment ago'));
  if (checked.outcome !== 'compared') throw new CliError(NOT_COMPARED[checked.outcome]);
  const nameOf = capNames(tools.catalogue);
  const rows = checked.differences.map((one) => ({ ...one, cap: nameOf(one.cap_id) }));
  if (json) cli.print(JSON.stringify({ places: checked.places, differences: rows }, null, 2));
  else if (rows.length === 0)
    cli.print(`The ledger agrees with the leads in all ${checked.places} cap buckets.`);
  else
    cli.print(
      renderTable(
        ['cap', 'window', 'ledger', 'leads'],
        rows.map(({ cap, window, ledger, least, most }) => [
          cap,
          window,
          String(ledger),
          least === most ? String(most) : `${least} to ${most}`,
        ]),
      ),
    );
  if (rows.length === 0) return;
  throw new CliExit(
    DIFFERS,
    'The ledger and the leads differ. After a rebuild, the sweeper corrects small differences within a minute. If they stay, run: leadkeep ledger rebuild',
  );
}

const NOT_COMPARED = {
  rebuilding: 'A rebuild of the ledger is running; check again in a minute',
  stale:
    'The ledger is stale and counts nothing until the next lead or a sweeper has it counted; to do it now, run: leadkeep ledger rebuild',
  none: 'There is no ledger in this Redis yet. The next lead or a sweeper creates it; to do it now, run: leadkeep ledger rebuild',
} as const;

const nothingSold = (why: string): string => `Leadkeep cannot sell with this Redis: ${why}`;

async function rebuild(cli: Cli, tools: LedgerTools): Promise<void> {
  const rebuilt = await auditAct(
    cli,
    tools,
    { action: 'ledger.rebuild' },
    () => tools.rebuild(cli.clock()),
    ({ outcome }) => ({
      result:
        outcome === 'rebuilt'
          ? 'done'
          : outcome === 'current' || outcome === 'removed_caps'
            ? 'nothing'
            : 'refused',
    }),
  );
  switch (rebuilt.outcome) {
    case 'rebuilt':
      cli.print(
        `The ledger was rebuilt: ${rebuilt.leads} leads, ${rebuilt.buckets} cap buckets, ${formatLength(rebuilt.ms)}.`,
      );
      return;
    case 'unsuitable':
      throw new CliError(nothingSold(rebuilt.why));
    case 'busy':
    case 'outdated_catalogue':
      throw new CliError('Another process is rebuilding the ledger; nothing was changed');
    case 'lost':
      throw new CliError(
        'Redis was lost, replaced or promoted during the rebuild, so nothing was changed; run it again',
      );
    case 'current':
    case 'removed_caps':
      cli.print('The ledger is sound.');
  }
}
