import { InvalidArgumentError, type Command } from 'commander';
import { campaignNamed, LINK_DAYS, MAX_LINK_DAYS } from '../../app/posting-spec/make-posting-link.js';
import { postingFile } from '../../core/posting-spec/page/posting-page.js';
import { postingSpec } from '../../core/posting-spec/posting-spec.js';
import { makeLink } from '../../operator-api/handlers/campaigns.js';
import type { Cli } from '../cli.js';
import { withOperator } from '../wiring/with-operator.js';

/** `leadkeep campaign spec|link HANDLE`: the posting specification for people, as a file and as a link. */
export function addCampaign(campaign: Command, cli: Cli): void {
  campaign
    .command('spec')
    .description('print the posting specification of a campaign as one HTML file')
    .argument('<handle>', 'the handle of the campaign')
    .action(async (handle: string) => {
      const found = await withOperator(cli, ({ ports }) =>
        Promise.resolve(campaignNamed(ports.catalogue.current(), handle)),
      );
      cli.print(postingFile(postingSpec(found, cli.clock()), cli.clock()).trimEnd());
    });
  campaign
    .command('link')
    .description('make a link to the posting specification, from which test leads can be sent')
    .argument('<handle>', 'the handle of the campaign')
    .option('--days <days>', 'how long the link works', daysOf, LINK_DAYS)
    .addHelpText(
      'after',
      '\nEveryone who has the link can read the page and send test leads of the campaign. It ends with the campaign or its affiliate.',
    )
    .action(async (handle: string, { days }: { readonly days: number }) => {
      const sent = { values: { handle }, body: { days } };
      const made = await withOperator(cli, ({ call }) => call(makeLink, sent), 'identities');
      cli.print(made.url);
      if (!made.is_whole) cli.note('Put the address of web before it: PUBLIC_URL is not set.');
      cli.note(
        `It works until ${made.until.toISOString()}. Everyone who has it can read the page and send test leads.`,
      );
    });
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_LINK_DAYS) return days;
  throw new InvalidArgumentError(`It is a whole number of days, at most ${MAX_LINK_DAYS}.`);
}
