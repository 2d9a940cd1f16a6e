import { Argument, InvalidArgumentError, type Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { centsOf } from '../../core/catalogue/money.js';
import { SWITCHES, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import type { CapWindow } from '../../core/catalogue/types.js';
import { MOMENT_WORDS } from '../../core/timed-changes/moment-in-zone.js';
import {
  endTimed,
  limitForTime,
  listTimedChanges,
  payoutForTime,
  priceForTime,
} from '../../operator-api/handlers/timed-changes.js';
import type { OperatorPorts } from '../../operator-api/open-ports.js';
import type { OperatorCall } from '../../operator-api/route.js';
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

/** When it is in force, and why, as the API takes it. */
function timingOf(cli: Cli, options: TimedOptions) {
  const until = untilOf(cli, options);
  if (until === undefined) throw new CliError('Say when it ends: --for 2h, or --until midnight');
  return { until, ...compact({ from: options.from, why: options.comment }) };
}

interface AmountOptions extends TimedOptions {
  readonly offer?: string;
  readonly program?: string;
  readonly yes?: boolean;
}

const amountOptions = (command: Command): Command =>
  timed(command)
    .option('--program <program>', 'only leads of this program')
    .option('--yes', 'do not ask when results that are open would sell below their payout');

function centsArgument(text: string): number {
  const cents = centsOf(Number(text));
  if (cents === undefined || text.trim() === '')
    throw new InvalidArgumentError('It must be an amount of 0 or more with at most two decimals.');
  return cents;
}

interface Done {
  readonly sentence: string;
  readonly open_results_below: number | null;
}

/** Says what another price or payout would do, and asks if open results would then sell at a loss, before it is changed. */
async function changeAmount<Body extends { readonly until: string }>(
  cli: Cli,
  handle: (
    ports: OperatorPorts,
    call: OperatorCall<object, Body & { readonly dry_run: boolean }>,
  ) => Promise<Done>,
  body: Body,
  { yes }: AmountOptions,
): Promise<void> {
  await withOperator(cli, async ({ call }) => {
    const would = await call(handle, { body: { ...body, dry_run: true } });
    cli.note(would.sentence);
    const asks = yes !== true && (would.open_results_below ?? 0) > 0;
    if (asks && cli.confirm && !(await cli.confirm('Change it?'))) throw new CliError('Nothing was changed.');
    cli.print((await call(handle, { body: { ...body, dry_run: false } })).sentence);
  });
}

/** `leadkeep change list|limit|price|payout|end`: the changes that end by themselves. */
export function addChange(change: Command, cli: Cli): void {
  change
    .command('list')
    .description('list timed changes, active and upcoming')
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
    const { window, offer, program } = options;
    const cap = compact({ kind, handle, offer, window, program });
    const body = { ...cap, limit, ...timingOf(cli, options), dry_run: false };
    const { sentence } = await withOperator(cli, ({ call }) => call(limitForTime, { body }));
    cli.print(sentence);
  });
  amountOptions(
    change
      .command('price')
      .description('set another price for a time: for requests that leave until then')
      .addArgument(new Argument('<kind>', 'on every campaign, or on one').choices(['offer', 'campaign']))
      .argument('<handle>', 'handle of the entry')
      .argument('<price>', 'what the buyer pays until then, like 42.50', centsArgument)
      .option('--offer <handle>', 'with a campaign: the offer'),
  ).action(
    async (kind: 'offer' | 'campaign', handle: string, price_cents: number, options: AmountOptions) => {
      const { offer, program } = options;
      const of = { kind, handle, ...compact({ offer, program }), price_cents };
      await changeAmount(cli, priceForTime, { ...of, ...timingOf(cli, options) }, options);
    },
  );
  amountOptions(
    change
      .command('payout')
      .description('set another payout for a time: for results and direct posts until then')
      .argument('<campaign>', 'handle of the campaign')
      .argument('<payout>', 'what the affiliate earns until then, like 30', centsArgument)
      .requiredOption('--offer <handle>', 'the offer'),
  ).action(
    async (
      campaign: string,
      payout_cents: number,
      { offer, ...options }: AmountOptions & { readonly offer: string },
    ) => {
      const of = { campaign, offer, ...compact({ program: options.program }), payout_cents };
      await changeAmount(cli, payoutForTime, { ...of, ...timingOf(cli, options) }, options);
    },
  );
  change
    .command('end')
    .description("end a temporary change now: the catalogue's own value applies again within 5 seconds")
    .argument('<change>', 'its number, as the list shows it', countArgument)
    .option('--comment <text>', 'the reason, for the list')
    .action(async (id: number, { comment }: { readonly comment?: string }) => {
      const sent = { values: { id }, body: compact({ why: comment }) };
      const { sentence } = await withOperator(cli, ({ call }) => call(endTimed(), sent));
      cli.print(sentence);
    });
}
