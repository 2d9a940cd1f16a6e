import { type Command, Option } from 'commander';
import type { Catalogue } from '../../core/catalogue/types.js';
import { type LedgerState } from '../../app/ports/ledger-view.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { nameCaps, type NamedCap } from '../../core/caps/name-caps.js';
import { capRow, renderCaps } from '../render/caps.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

interface Options {
  readonly offer?: string;
  readonly buyer?: string;
  readonly campaign?: string;
  readonly json?: boolean;
}

const NOTES: Readonly<Record<Exclude<LedgerState, 'sound'>, string>> = {
  rebuilding: 'A rebuild of the ledger is running; what is used is known after it.',
  stale:
    'The ledger is stale (Redis was replaced, or a cap is new). The next lead or a sweeper has it counted.',
  none: 'There is no ledger yet. The next lead or a sweeper creates it.',
  unsuitable: 'Leadkeep cannot sell with this Redis; leadkeep ledger check shows why.',
};

/** `leadkeep caps`: how much of each cap is used, and when it resets. */
export function addCaps(program: Command, cli: Cli): void {
  program
    .command('caps')
    .description('show reserved, confirmed, limit and reset time of each cap and open window')
    .addOption(new Option('--offer <handle>', 'only caps of this offer').conflicts(['buyer', 'campaign']))
    .addOption(new Option('--buyer <handle>', 'only caps of this buyer').conflicts(['offer', 'campaign']))
    .addOption(
      new Option('--campaign <handle>', 'only caps of this campaign and its offers').conflicts([
        'offer',
        'buyer',
      ]),
    )
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const catalogue = await withLeadkeepDatabase(cli.env, async (database) =>
        compileCurrent(await database.catalogue.current()),
      );
      const named = chosen(catalogue, options);
      const owners = new Map(named.map(({ cap, owner }) => [cap.id, owner]));
      const caps = named.map(({ cap }) => cap);
      const { uses, state } = await withRedis(cli.env, async (redis) => ({
        uses: await redis.capUses(caps, cli.clock()),
        state: await redis.ledgerState(caps),
      }));
      const rows = uses.map((use) => capRow(use, owners.get(use.cap.id) ?? '', state === 'sound'));
      cli.print(
        options.json === true ? JSON.stringify({ ledger: state, caps: rows }, null, 2) : renderCaps(rows),
      );
      if (state !== 'sound') cli.note(NOTES[state]);
    });
}

/** The requested caps. For an offer, these are its own caps and the caps of its campaign offers. */
function chosen(catalogue: Catalogue, { offer, buyer, campaign }: Options): NamedCap[] {
  const all = nameCaps(catalogue);
  if (buyer !== undefined) return need(catalogue.buyers, 'buyer', buyer, all);
  if (offer !== undefined) return need(catalogue.offers, 'offer', offer, all);
  if (campaign !== undefined) return need(catalogue.campaigns, 'campaign', campaign, all);
  return all;
}

function need(
  entries: ReadonlyMap<string, { readonly handle: string }>,
  kind: string,
  handle: string,
  all: readonly NamedCap[],
): NamedCap[] {
  const handles = [...entries.values()].map((entry) => entry.handle);
  if (!handles.includes(handle))
    throw new CliError(`There is no ${kind} ${handle} in the catalogue${didYouMean(handle, handles)}`);
  return all.filter(({ owner }) => owner.split(', ').includes(`${kind} ${handle}`));
}
