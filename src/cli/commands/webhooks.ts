import { Option, type Command } from 'commander';
import { MAX_REPLAYED } from '../../app/webhooks/act-on-webhooks.js';
import { compact } from '../../core/catalogue/compact.js';
import {
  pauseWebhook,
  readWebhookMessages,
  readWebhooks,
  replayWebhooks,
  testWebhook,
} from '../../operator-api/handlers/webhooks.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { printAnswer } from '../render/table.js';
import { whyArgument } from '../who-and-why.js';
import { withOperator } from '../wiring/with-operator.js';

interface ShowOptions {
  readonly state?: 'waiting' | 'delivered' | 'parked';
  readonly json?: boolean;
}

const ABOUT = 'an endpoint, or the id of a lead';
const ENDPOINT = 'as `webhooks list` names it';

/** `leadkeep webhooks list|show|replay|pause|test`: what affiliates are told. */
export function addWebhooks(webhooks: Command, cli: Cli): void {
  webhooks
    .command('list')
    .description("list affiliates' endpoints, and the messages waiting for them")
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      printAnswer(cli, await withOperator(cli, ({ call }) => call(readWebhooks)), json, {
        lists: {
          endpoints:
            'endpoint=name affiliate waiting given_up=parked failures tried_again=open_until paused address=origin',
        },
        none: 'No affiliate and no campaign has a webhook or a postback (docs/webhooks.md).',
      });
    });
  webhooks
    .command('show')
    .description('show the newest messages of an endpoint or about a lead, with their attempts')
    .argument('<about>', ABOUT)
    .addOption(new Option('--state <state>', 'only those').choices(['waiting', 'delivered', 'parked']))
    .option('--json', 'print JSON, with the attempts')
    .action(async (about: string, { state, json }: ShowOptions) => {
      const values = { about, state };
      const answer = await withOperator(cli, ({ call }) => call(readWebhookMessages, { values }));
      const messages = answer.messages.map((one) => {
        const last = one.attempts.at(-1);
        return { ...one, tries: one.attempts.length, ...(last && { last }) };
      });
      printAnswer(cli, json ? answer : { messages }, json, {
        lists: { messages: 'message=id event state tries last=last.at answer=last.detail next_try=due_at' },
        none: 'There are no such messages.',
      });
    });
  webhooks
    .command('replay')
    .description('resend messages that were delivered or given up; each says that it is a replay')
    .argument('<about>', ABOUT)
    .addOption(new Option('--state <state>', 'only those').choices(['delivered', 'parked']))
    .action(async (about: string, { state }: { readonly state?: 'delivered' | 'parked' }) => {
      const body = compact({ about, state });
      const { replayed } = await withOperator(cli, ({ call }) => call(replayWebhooks, { body }));
      cli.print(`${replayed} sent again.`);
      if (replayed === MAX_REPLAYED) cli.note(`There may be more: at most ${MAX_REPLAYED} are sent at once.`);
    });
  webhooks
    .command('pause')
    .description('send nothing to an endpoint, or resume it; its messages wait meanwhile')
    .argument('<endpoint>', ENDPOINT)
    .option('--why <text>', 'the reason, shown with the pause', whyArgument)
    .option('--end', 'end the pause, and send what waits immediately')
    .action(async (endpoint: string, { why, end }: { readonly why?: string; readonly end?: boolean }) => {
      const paused = end !== true;
      if (paused && why === undefined) throw new CliError('A pause needs --why.');
      await withOperator(cli, ({ call }) => call(pauseWebhook, { body: compact({ endpoint, paused, why }) }));
      cli.print(
        paused
          ? 'Paused. What waits for longer than three days is given up when it is resumed and fails.'
          : 'It is served again.',
      );
    });
  webhooks
    .command('test')
    .description('send a test event to an endpoint')
    .argument('<endpoint>', ENDPOINT)
    .action(async (endpoint: string) => {
      await withOperator(cli, ({ call }) => call(testWebhook, { body: { endpoint } }));
      cli.print('A test leaves within seconds, if a `notify` process runs.');
      cli.note(`\`leadkeep webhooks show ${endpoint}\` shows what it answered.`);
    });
}
