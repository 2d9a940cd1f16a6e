import { InvalidArgumentError, type Command } from 'commander';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { POSTING_PATH, postingToken } from '../../app/posting-spec/posting-links.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Campaign, Catalogue } from '../../core/catalogue/types.js';
import { postingFile } from '../../core/posting-spec/page/posting-page.js';
import { postingSpec } from '../../core/posting-spec/posting-spec.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { identitiesOf } from '../wiring/identities.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

/** `leadkeep campaign spec|link HANDLE`: the posting specification for people, as a file and as a link. */
export function addCampaign(campaign: Command, cli: Cli): void {
  campaign
    .command('spec')
    .description('print the posting specification of a campaign as one HTML file')
    .argument('<handle>', 'the handle of the campaign')
    .action(async (handle: string) => {
      const found = await withLeadkeepDatabase(cli.env, async (database) =>
        campaignOf(compileCurrent(await database.catalogue.current()), handle),
      );
      cli.print(postingFile(postingSpec(found, cli.clock()), cli.clock()).trimEnd());
    });
  campaign
    .command('link')
    .description('make a link to the posting specification, from which test leads can be sent')
    .argument('<handle>', 'the handle of the campaign')
    .option('--days <days>', 'how long the link works', daysOf, 30)
    .addHelpText(
      'after',
      '\nEveryone who has the link can read the page and send test leads of the campaign. It ends with the campaign or its affiliate.',
    )
    .action((handle: string, { days }: { readonly days: number }) => link(cli, handle, days));
}

async function link(cli: Cli, handle: string, days: number): Promise<void> {
  const identities = identitiesOf(cli.env);
  const until = new Date(cli.clock().getTime() + days * DAY_MS);
  const { id } = await withLeadkeepDatabase(cli.env, async (database) => {
    const found = campaignOf(compileCurrent(await database.catalogue.current()), handle);
    const act = {
      action: 'campaign.link',
      on: { kind: 'campaign', ids: [found.id] },
      facts: { until: until.toISOString() },
    } as const;
    return auditAct(cli, database, act, () => Promise.resolve(found));
  });
  const base = (cli.env['PUBLIC_URL'] ?? '').trim().replace(/\/$/, '');
  cli.print(`${base}${POSTING_PATH}${postingToken(identities, id, until)}`);
  if (base === '') cli.note('Put the address of web before it: PUBLIC_URL is not set.');
  cli.note(
    `It works until ${until.toISOString()}. Everyone who has it can read the page and send test leads.`,
  );
}

function campaignOf({ campaigns }: Catalogue, handle: string): Campaign {
  const known = [...campaigns.values()].filter(({ status }) => status !== 'retired');
  const found = known.find((one) => one.handle === handle || one.id === handle.toLowerCase());
  if (found) return found;
  const handles = known.map((one) => one.handle);
  throw new CliError(`There is no campaign ${handle} in the catalogue${didYouMean(handle, handles)}`);
}

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_DAYS) return days;
  throw new InvalidArgumentError(`It is a whole number of days, at most ${MAX_DAYS}.`);
}
