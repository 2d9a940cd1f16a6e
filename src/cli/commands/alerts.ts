import { InvalidArgumentError, type Command } from 'commander';
import { endMute, listAlerts, muteAlerts, testChannels } from '../../app/alerts/act-on-alerts.js';
import { parseDuration } from '../../core/catalogue/duration.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { renderAlerts } from '../render/alerts.js';
import { formatTime } from '../render/time.js';
import { whyArgument } from '../who-and-why.js';
import { withAlerts } from '../wiring/with-alerts.js';

const NOBODY =
  'No console evaluates the alerts: start one (`node dist/src/console.js`), or see its log. Until then nothing is found and nobody is told.';

/** `leadkeep alerts list|test|mute`: what fires, and who is told. */
export function addAlerts(alerts: Command, cli: Cli): void {
  alerts
    .command('list')
    .description('list the alerts that fire, the mutes and the channels')
    .option('--json', 'print JSON, with resolved alerts')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const list = await withAlerts(cli.env, (tools) => listAlerts(tools, tools.catalogue, cli.clock()));
      cli.print(json === true ? JSON.stringify(withoutAddresses(list), null, 2) : renderAlerts(list));
      if (!list.evaluated) cli.note(NOBODY);
    });
  alerts
    .command('test')
    .description('send a test message to the channels of the catalogue')
    .argument('[channel]', 'only to this channel')
    .action((channel?: string) =>
      withAlerts(cli.env, async (tools) => {
        const audit = auditPorts(cli, tools.auditLog);
        const names = await testChannels(tools, audit, tools.catalogue, channel);
        cli.print(`A test message leaves for ${names.join(', ')} within seconds.`);
        const isThere = await tools.leases.isTaken('alerts', cli.clock());
        cli.note(isThere ? 'If it does not arrive, `leadkeep alerts list` shows why.' : NOBODY);
      }),
    );
  addMute(alerts, cli);
}

interface MuteOptions {
  readonly subject?: string;
  readonly for?: number;
  readonly why?: string;
  readonly end?: string;
}

function addMute(alerts: Command, cli: Cli): void {
  alerts
    .command('mute')
    .description('tell channels nothing of some alerts for a while, or end that')
    .argument('[rule]', 'a rule, or all')
    .option('--subject <name>', 'only alerts about this offer, affiliate, cap, …')
    .option('--for <duration>', 'how long, like 2h or 3d, at most 31d', durationOf)
    .option('--why <text>', 'the reason; it is shown with the mute', whyArgument)
    .option('--end <id>', 'end the mute with this id')
    .action(async (rule: string | undefined, { subject, for: ms, why, end }: MuteOptions) => {
      if (end !== undefined) {
        await endOne(cli, end);
        return;
      }
      if (rule === undefined || ms === undefined || why === undefined)
        throw new CliError('A mute needs a rule (or all), --for and --why.');
      const mute = await withAlerts(cli.env, (tools) => {
        const audit = auditPorts(cli, tools.auditLog);
        const wanted = {
          ...{ until: new Date(cli.clock().getTime() + ms), why },
          ...(rule === 'all' ? {} : { rule }),
          ...(subject === undefined ? {} : { subject }),
        };
        return muteAlerts(tools, audit, wanted, whoAmI());
      });
      cli.print(mute.id);
      cli.note(`Muted until ${formatTime(mute.until)}. What still fires then is told.`);
    });
}

async function endOne(cli: Cli, id: string): Promise<void> {
  const isEnded = await withAlerts(cli.env, (tools) => endMute(tools, auditPorts(cli, tools.auditLog), id));
  if (!isEnded) throw new CliError('There is no mute with this id that has not ended.');
  cli.print('The mute is over.');
}

function durationOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0) throw new InvalidArgumentError('It must be a duration like 2h or 3d.');
  return ms;
}

/** An address may be all that somebody needs to write there. */
const withoutAddresses = ({ channels, ...rest }: Awaited<ReturnType<typeof listAlerts>>): object => ({
  ...rest,
  channels: channels.map(({ via, ...channel }) => ({ ...channel, kind: via.kind })),
});
