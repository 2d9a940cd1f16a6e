import type { Command } from 'commander';
import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import type { Catalogue, Offer } from '../../core/catalogue/types.js';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { CALLBACKS_PATH } from '../../core/delivery/outbound-lead.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { parseSources } from '../parse-files.js';
import { readSources } from '../read-sources.js';
import { renderPartial, renderTry } from '../render/try.js';
import { compileCurrent } from '../../app/catalogue/compile-current.js';
import {
  headerArgument,
  isAnswered,
  sampleOf,
  statusArgument,
  type TryOptions,
} from '../test-post/try-options.js';
import { testPostInput } from '../test-post/test-post-input.js';
import { NoAnswer, tryOffer } from '../../app/test-post/try-offer.js';
import { createGeo } from '../wiring/geo.js';
import { withDatabase } from '../wiring/with-database.js';
import { testPostTools } from '../wiring/test-post-tools.js';

/** `leadkeep try OFFER`: shows the request that Leadkeep would send, and how it would read an answer. */
export function addTry(program: Command, cli: Cli): void {
  program
    .command('try')
    .description('show the request that Leadkeep would send for an offer, and how it would read an answer')
    .argument('<offer>', 'handle of the offer')
    .option('--lead <file>', 'JSON of a lead or a submit body (default: a sample lead)')
    .option('--program <value>', 'the chosen program')
    .option('--file <file...>', 'use the catalogue in these files instead of the active one')
    .option('--submit', "show a partner offer's submit instead of its search")
    .option('--answer <file>', 'file with the body of a sample answer')
    .option(
      '--status <code>',
      'status of the sample answer (default: 200); without --answer its body is empty',
      statusArgument,
    )
    .option('--header <name: value>', 'header of the sample answer; repeatable', headerArgument)
    .option(
      '--heard <file>',
      "file of `leadkeep lead show ID --attempt N --reveal --json`: read the buyer's actual answer",
    )
    .option('--send', 'send the request to the test_url, never to the url, and read the answer')
    .option('--json', 'print JSON')
    .action(async (handle: string, options: TryOptions) => {
      if (options.send === true && isAnswered(options))
        throw new CliError(
          'Use either --send or a sample answer (--answer, --heard, --status, --header), not both',
        );
      const catalogue = await catalogueOf(cli, options.file);
      const offer = offerOf(catalogue, handle);
      if (options.submit === true && !offer.partner)
        throw new CliError(`--submit is for partner offers; ${handle} is a direct offer`);
      const geo = createGeo();
      await testPostTools(cli)(async (tools) => {
        const tried = await tryOffer(
          tools,
          { geo, clock: cli.clock },
          {
            ...{ offer, catalogue },
            input: testPostInput(options, { offer, catalogue }, cli.clock(), geo),
            what: !offer.partner ? 'delivery' : options.submit === true ? 'submit' : 'search',
            sample: sampleOf(options),
            send: options.send === true,
            callback_url: sampleCallbackUrl(cli.env),
          },
        ).catch((error: unknown) => {
          if (error instanceof NoAnswer && error.heard) cli.print(renderPartial(error.heard));
          throw error;
        });
        const from = {
          catalogue: options.file ? 'the files given' : `version ${catalogue.version}`,
          lead: options.lead ?? 'made up',
        };
        cli.print(
          options.json === true ? JSON.stringify({ ...from, ...tried }, null, 2) : renderTry(tried, from),
        );
      });
    });
}

/** A URL in the form of a lead's callback URL. Its token is not valid. */
const sampleCallbackUrl = ({ PUBLIC_URL = '' }: NodeJS.ProcessEnv): string | undefined =>
  PUBLIC_URL.trim() === '' ? undefined : `${PUBLIC_URL.trim().replace(/\/$/, '')}${CALLBACKS_PATH}sample`;

const catalogueOf = async (cli: Cli, files: readonly string[] | undefined): Promise<Catalogue> =>
  files
    ? compileCatalogue(parseSources(cli, readSources(files)), 0)
    : withDatabase(cli.env, async (database) => compileCurrent(await database.catalogue.current()));

function offerOf(catalogue: Catalogue, handle: string): Offer {
  const offers = [...catalogue.offers.values()];
  const offer = offers.find((each) => each.handle === handle);
  if (offer) return offer;
  const hint = didYouMean(
    handle,
    offers.map((each) => each.handle),
  );
  throw new CliError(`There is no offer ${handle} in the catalogue${hint}`);
}
