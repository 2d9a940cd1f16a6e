import { Option, type Command } from 'commander';
import {
  endedMessages,
  MAX_REPLAYED,
  pauseEndpoint,
  replayMessages,
  resumeEndpoint,
  testEndpoint,
} from '../../app/webhooks/act-on-webhooks.js';
import { listEndpoints, listMessages } from '../../app/webhooks/list-webhooks.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { renderEndpoints, renderMessages } from '../render/webhooks.js';
import { whyArgument } from '../who-and-why.js';
import { withWebhooks } from '../wiring/with-webhooks.js';

const NONE = 'No affiliate and no campaign has a webhook or a postback (docs/webhooks.md).';
const SHOWN = 50;

/** `leadkeep webhooks list|show|replay|pause|test`: what affiliates are told. */
export function addWebhooks(webhooks: Command, cli: Cli): void {
  addReading(webhooks, cli);
  webhooks
    .command('replay')
    .description('send messages again that arrived or were given up; each says that it is a replay')
    .argument('<about>', 'an endpoint, or the id of a lead')
    .addOption(new Option('--state <state>', 'only those').choices(['delivered', 'parked']))
    .action((about: string, { state }: { readonly state?: 'delivered' | 'parked' }) =>
      withWebhooks(cli.env, async (tools) => {
        const found = await endedMessages(tools, tools.catalogue, { about, state, now: cli.clock() });
        const count = await replayMessages(tools, auditPorts(cli, tools.auditLog), found);
        cli.print(`${count} sent again.`);
        if (count === MAX_REPLAYED) cli.note(`There may be more: at most ${MAX_REPLAYED} are sent at once.`);
      }),
    );
  webhooks
    .command('pause')
    .description('send nothing to an endpoint, or resume it; what happens meanwhile waits')
    .argument('<endpoint>', 'as `webhooks list` names it')
    .option('--why <text>', 'the reason; it is shown with the pause', whyArgument)
    .option('--end', 'end the pause, and try at once what waits')
    .action((name: string, { why, end }: { readonly why?: string; readonly end?: boolean }) =>
      withWebhooks(cli.env, async (tools) => {
        const audit = auditPorts(cli, tools.auditLog);
        if (end === true) {
          await resumeEndpoint(tools, audit, tools.catalogue, name);
          cli.print('It is served again.');
          return;
        }
        if (why === undefined) throw new CliError('A pause needs --why.');
        await pauseEndpoint(tools, audit, tools.catalogue, { name, why, by: whoAmI() });
        cli.print('Paused. What waits for longer than three days is given up when it is resumed and fails.');
      }),
    );
  webhooks
    .command('test')
    .description('send a test event to an endpoint')
    .argument('<endpoint>', 'as `webhooks list` names it')
    .action((name: string) =>
      withWebhooks(cli.env, async (tools) => {
        await testEndpoint(tools, auditPorts(cli, tools.auditLog), tools.catalogue, name);
        cli.print('A test leaves within seconds, if a `notify` process runs.');
        cli.note(`\`leadkeep webhooks show ${name}\` shows what it answered.`);
      }),
    );
}

function addReading(webhooks: Command, cli: Cli): void {
  webhooks
    .command('list')
    .description('list the endpoints of affiliates, and what waits for them')
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const found = await withWebhooks(cli.env, (tools) => listEndpoints(tools, tools.catalogue));
      if (json === true) cli.print(JSON.stringify(found, null, 2));
      else if (found.length === 0) cli.note(NONE);
      else cli.print(renderEndpoints(found));
    });
  webhooks
    .command('show')
    .description('show the newest messages of an endpoint, or all about a lead, with their attempts')
    .argument('<about>', 'an endpoint, or the id of a lead')
    .addOption(new Option('--state <state>', 'only those').choices(['waiting', 'delivered', 'parked']))
    .option('--json', 'print JSON, with the content and the attempts')
    .action(
      async (
        about: string,
        { state, json }: { readonly state?: 'waiting' | 'delivered' | 'parked'; readonly json?: boolean },
      ) => {
        const filter = { about, now: cli.clock(), limit: SHOWN, ...(state && { states: [state] }) };
        const found = await withWebhooks(cli.env, (tools) => listMessages(tools, tools.catalogue, filter));
        if (json === true) cli.print(JSON.stringify(found, null, 2));
        else if (found.length === 0) cli.note('There are no such messages.');
        else cli.print(renderMessages(found));
      },
    );
}
