import { Argument, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { SWITCHES, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import type { CapWindow } from '../../core/catalogue/types.js';
import { MOMENT_WORDS } from '../../core/timed-changes/moment-in-zone.js';
import { endTimed, limitForTime, listTimedChanges } from '../../operator-api/handlers/timed-changes.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { countArgument, lifetimeArgument } from '../parse-time.js';
import { printAnswer } from '../render/table.js';
import { withOperator } from '../wiring/with-operator.js';

/** When a change is in force, and why. */
export interface TimedOptions {
  readonly comment?: string;
  readonly for?: number;
  readonly until?: string;
  readonly from?: string;
}

/** Adds the options of a change that ends by itself. */
export const timed = (command: Command): Command =>
  command
    .option('--for <duration>', 'how long it lasts, like 2h', lifetimeArgument())
    .option('--until <time>', `when it ends: ${MOMENT_WORDS}`)
    .option('--from <time>', 'with --until: when it begins; by default now')
    .option('--comment <text>', 'the reason, for the list');

/** When it ends, as text. Undefined: it has no end. */
export function untilOf(cli: Cli, { for: lasts, until, from }: TimedOptions): string | undefined {
  if (lasts !== undefined && (until !== undefined || from !== undefined))
    throw new CliError('Give --for alone, or --until with or without --from');
  if (from !== undefined && until === undefined) throw new CliError('--from needs --until');
  return lasts === undefined ? until : new Date(cli.clock().getTime() + lasts).toISOString();
}

interface LimitOptions extends TimedOptions {
  readonly window: CapWindow;
  readonly offer?: string;
  readonly program?: string;
}

/** `leadkeep change list|limit|end`: the changes that end by themselves. */
export function addChange(change: Command, cli: Cli): void {
  change
    .command('list')
    .description('list what is changed for a time, or will be')
    .option('--ended', 'with those that are over')
    .option('--json', 'print JSON')
    .action(async ({ ended, json }: { readonly ended?: boolean; readonly json?: boolean }) => {
      const values = compact({ ended: ended === true ? ('true' as const) : undefined });
      const answer = await withOperator(cli, ({ call }) => call(listTimedChanges, { values }));
      printAnswer(cli, answer, json, {
        lists: { changes: 'change=id what=sentence added=at by why' },
        none: 'Nothing is changed for a time.',
      });
    });
  timed(
    change
      .command('limit')
      .description('set another limit of a cap for a time')
      .addArgument(new Argument('<kind>', 'whose cap').choices(Object.keys(SWITCHES)))
      .argument('<handle>', 'handle of the entry')
      .argument('<limit>', 'the limit until then', countArgument)
      .requiredOption('--window <window>', 'the window of the cap: hour, day, week, month or total')
      .option('--offer <handle>', 'with a campaign: only what it sells through this offer')
      .option('--program <program>', 'the cap of this program'),
  ).action(async (kind: SwitchKind, handle: string, limit: number, options: LimitOptions) => {
    const { window, offer, program, comment: why, from } = options;
    const until = untilOf(cli, options);
    if (until === undefined) throw new CliError('Say when it ends: --for 2h, or --until midnight');
    const cap = compact({ kind, handle, offer, window, program });
    const body = { ...cap, ...compact({ limit, from, until, why, dry_run: false }) };
    const { sentence } = await withOperator(cli, ({ call }) => call(limitForTime, { body }));
    cli.print(sentence);
  });
  change
    .command('end')
    .description('end such a change now: what the catalogue says is in force again within 5 seconds')
    .argument('<change>', 'its number, as the list shows it', countArgument)
    .option('--comment <text>', 'the reason, for the list')
    .action(async (id: number, { comment }: { readonly comment?: string }) => {
      const sent = { values: { id }, body: compact({ why: comment }) };
      const { sentence } = await withOperator(cli, ({ call }) => call(endTimed(), sent));
      cli.print(sentence);
    });
}
