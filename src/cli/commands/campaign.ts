import { InvalidArgumentError, type Command } from 'commander';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import {
  campaignNamed,
  LINK_DAYS,
  makePostingLink,
  MAX_LINK_DAYS,
} from '../../app/posting-spec/make-posting-link.js';
import { postingFile } from '../../core/posting-spec/page/posting-page.js';
import { postingSpec } from '../../core/posting-spec/posting-spec.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { secretsOf } from '../wiring/identities.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';

/** `leadkeep campaign spec|link HANDLE`: the posting specification for people, as a file and as a link. */
export function addCampaign(campaign: Command, cli: Cli): void {
  campaign
    .command('spec')
    .description('print the posting specification of a campaign as one HTML file')
    .argument('<handle>', 'the handle of the campaign')
    .action(async (handle: string) => {
      const found = await withLeadkeepDatabase(cli.env, async (database) =>
        campaignNamed(compileCurrent(await database.catalogue.current()), handle),
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
    .action((handle: string, { days }: { readonly days: number }) => link(cli, handle, days));
}

async function link(cli: Cli, campaign: string, days: number): Promise<void> {
  secretsOf(cli.env);
  const { url, is_whole, until } = await withLeadkeepDatabase(cli.env, async (database) => {
    const identities = await database.identities();
    const catalogue = compileCurrent(await database.catalogue.current());
    const audit = auditPorts(cli, database.auditLog);
    const publicUrl = cli.env['PUBLIC_URL'];
    return makePostingLink({ identities, catalogue, audit, publicUrl }, { campaign, days });
  });
  cli.print(url);
  if (!is_whole) cli.note('Put the address of web before it: PUBLIC_URL is not set.');
  cli.note(
    `It works until ${until.toISOString()}. Everyone who has it can read the page and send test leads.`,
  );
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_LINK_DAYS) return days;
  throw new InvalidArgumentError(`It is a whole number of days, at most ${MAX_LINK_DAYS}.`);
}
