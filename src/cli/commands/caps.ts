import { type Command, Option } from 'commander';
import type { Catalogue } from '../../core/catalogue/types.js';
import { type LedgerState } from '../../app/ports/ledger-view.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { nameCaps, type NamedCap } from '../name-caps.js';
import { capRow, renderCaps } from '../render/caps.js';
import { compileCurrent } from '../compile-current.js';
import { withLeadkeepDatabase } from '../wiring/with-database.js';
import { withRedis } from '../wiring/with-redis.js';

interface Options {
  readonly offer?: string;
  readonly buyer?: string;
  readonly campaign?: string;
  readonly json?: boolean;
}

const SAID: Readonly<Record<Exclude<LedgerState, 'sound'>, string>> = {
  rebuilding: 'The ledger is being counted anew at this moment; these are the numbers of the old count.',
  stale: 'The ledger is stale (Redis was replaced, or a cap is new): the next lead has it counted anew.',
  none: 'There is no ledger yet: the next lead has it counted.',
  unfit: 'Nothing is sold on this Redis; leadkeep ledger check says why.',
};

/** `leadkeep caps`: how much of each cap is used, and until when. */
export function addCaps(program: Command, cli: Cli): void {
  program
    .command('caps')
    .description('for each cap and open window: reserved, confirmed, limit, and when it resets')
    .addOption(new Option('--offer <handle>', 'of this offer alone').conflicts(['buyer', 'campaign']))
    .addOption(new Option('--buyer <handle>', 'of this buyer alone').conflicts(['offer', 'campaign']))
    .addOption(
      new Option('--campaign <handle>', 'of this campaign and its offers alone').conflicts([
        'offer',
        'buyer',
      ]),
    )
    .option('--json', 'as JSON')
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
      const counted = state === 'sound' || state === 'rebuilding';
      const rows = uses.map((use) => capRow(use, owners.get(use.cap.id) ?? '', counted));
      cli.print(
        options.json === true ? JSON.stringify({ ledger: state, caps: rows }, null, 2) : renderCaps(rows),
      );
      if (state !== 'sound') cli.note(SAID[state]);
    });
}

/** The caps asked for. An offer's are its own and those of its lines in campaigns. */
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
