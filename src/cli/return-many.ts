import { carryOut, countEach, planFile, type RowResult } from '../app/lead-files/act-on-leads.js';
import { returnAct } from '../app/money/return-leads.js';
import { auditPorts } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from '../app/catalogue/compile-current.js';
import { findDestination } from './find-destination.js';
import { readSources } from './read-sources.js';
import { refuseFile } from './refuse-file.js';
import { renderReturned } from './render/returned.js';
import { WHAT_FOLLOWS } from './return-one.js';
import { withLeadkeepDatabase } from './wiring/with-database.js';

interface Asked {
  readonly file: string;
  readonly destination: string | undefined;
  readonly by: string;
  readonly override?: { readonly why: string };
  readonly yes: boolean;
}

/** Returns the leads in a buyer's file. Changes nothing if any row has an error. */
export async function returnFile(cli: Cli, { file, destination, yes, ...asked }: Asked): Promise<void> {
  const [{ text } = { text: '' }] = readSources([file]);
  await withLeadkeepDatabase(cli.env, async ({ leads, overview, returns, catalogue, auditLog }) => {
    const current = await catalogue.current();
    const ports = { leads, overview, returns, catalogue: compileCurrent(current), clock: cli.clock };
    const of =
      destination === undefined ? {} : { destination: findDestination(current?.document, destination) };
    const act = returnAct(ports, asked);
    const { planned, faults } = await planFile(act, ports, { text, ...of });
    refuseFile(cli, file, faults);
    const results = yes
      ? await carryOut(act, auditPorts(cli, auditLog), planned)
      : planned.map(({ foreseen }) => foreseen);
    cli.print(renderReturned(planned.map((row, i) => ({ ...row, result: results[i]?.text ?? '' }))));
    cli.print('');
    cli.print(countsOf(results));
    if (!yes) cli.print('Dry run: nothing was changed. Run it again with --yes to return them.');
    else cli.print(WHAT_FOLLOWS);
    const left = results.filter(({ outcome }) => outcome === 'not').length;
    if (left > 0)
      throw new CliError(
        `${left} of ${results.length} could not be returned; if you run it again, only those change`,
      );
  });
}

/** How many leads came to what: `Leads: returned 10, already returned 1.` */
const countsOf = (results: readonly RowResult[]): string =>
  `Leads: ${countEach(results.map(({ text }) => text.replace(/[:,].*$/, ''))).join(', ')}.`;
