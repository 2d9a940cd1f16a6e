import type { Command } from 'commander';
import { compact } from '../../core/catalogue/compact.js';
import { mute, readAlerts, testAlerts, unmute } from '../../operator-api/handlers/alerts.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { lifetimeArgument } from '../parse-time.js';
import { printAnswer } from '../render/table.js';
import { formatTime } from '../render/time.js';
import { whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

const NOBODY =
  'No console evaluates the alerts: start one (`node dist/src/console.js`), or see its log. Until then nothing is found and nobody is told.';

interface MuteOptions {
  readonly subject?: string;
  readonly for?: number;
  readonly why?: string;
  readonly end?: string;
}

/** `leadkeep alerts list|test|mute`: what fires, and who is told. */
export function addAlerts(alerts: Command, cli: Cli): void {
  alerts
    .command('list')
    .description('list firing alerts, mutes and channels')
    .option('--json', 'print JSON, with resolved alerts')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const answer = await withOperator(cli, ({ call }) => call(readAlerts));
      printAnswer(cli, answer, json, {
        lists: {
          firing: 'severity rule subject since told=told_at muted sentence',
          mutes: 'mute=id rule subject until by why',
          channels: 'channel=name kind from=least waiting given_up=parked last_answer=last.detail',
        },
        none: 'No alert fires.',
      });
      if (!answer.evaluated) cli.note(NOBODY);
    });
  alerts
    .command('test')
    .description('send a test message to the channels of the catalogue')
    .argument('[channel]', 'only to this channel')
    .action((channel?: string) =>
      withOperator(cli, async ({ call, ports }) => {
        const { channels } = await call(testAlerts, { body: compact({ channel }) });
        cli.print(`A test message leaves for ${channels.join(', ')} within seconds.`);
        const isThere = await ports.leases.isTaken('alerts', cli.clock());
        cli.note(isThere ? 'If it does not arrive, `leadkeep alerts list` shows why.' : NOBODY);
      }),
    );
  alerts
    .command('mute')
    .description('send no messages about some alerts for a while, or end a mute')
    .argument('[rule]', 'a rule, or all')
    .option('--subject <name>', 'only alerts about this offer, affiliate, cap, …')
    .option('--for <duration>', 'how long, like 2h or 3d; at most 31d', lifetimeArgument())
    .option('--why <text>', 'the reason, shown with the mute', whyArgument)
    .option('--end <id>', 'end the mute with this id')
    .action((rule: string | undefined, { subject, for: ms, why, end }: MuteOptions) =>
      withOperator(cli, async ({ call }) => {
        if (end !== undefined) {
          await call(unmute, { values: { id: end } });
          cli.print('The mute is over.');
          return;
        }
        if (rule === undefined || ms === undefined || why === undefined)
          throw new CliError('A mute needs a rule (or all), --for and --why.');
        const until = new Date(cli.clock().getTime() + ms).toISOString();
        const body = compact({ until, why, rule: rule === 'all' ? undefined : rule, subject });
        const made = await call(mute, { body });
        cli.print(made.id);
        cli.note(`Muted until ${formatTime(made.until)}. What still fires then is told.`);
      }),
    );
}
