import type { SettleVerdict } from '../core/delivery/settle.js';
import {
  carryOutSettling,
  foreseeSettled,
  MAX_SETTLED,
  planSettleDestination,
  planSettleFile,
  type PlannedSettlement,
  type SettleManyPorts,
} from '../app/settle/settle-many.js';
import type { AuditPorts } from '../app/audit/audited.js';
import { auditPorts } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from '../app/catalogue/compile-current.js';
import { findDestination } from './find-destination.js';
import { readSources } from './read-sources.js';
import { refuseFile } from './refuse-file.js';
import { renderSettled, type SettledRow } from './render/settled.js';
import { WHAT_FOLLOWS } from './settle-one.js';
import { withLeadkeepDatabase, type Database } from './wiring/with-database.js';

interface Asked {
  readonly by: string;
  readonly why: string;
  readonly yes: boolean;
}

type Ports = SettleManyPorts & { readonly audit: AuditPorts };

/** Settles the leads in a buyer's file. Changes nothing if any row has an error. */
export async function settleFile(
  cli: Cli,
  {
    file,
    destination,
    by,
    why,
    yes,
  }: Asked & { readonly file: string; readonly destination: string | undefined },
): Promise<void> {
  const [{ text } = { text: '' }] = readSources([file]);
  await withLeadkeepDatabase(cli.env, async (database) => {
    const { ports, document } = await open(cli, database);
    const offers = destination === undefined ? {} : { offer_ids: findDestination(document, destination) };
    const { planned, faults } = await planSettleFile(ports, { text, by, why, ...offers });
    refuseFile(cli, file, faults);
    await carryOut(cli, ports, planned, yes);
  });
}

/** Settles every unknown lead of a buyer or an offer that was received before the given time. */
export async function settleDestination(
  cli: Cli,
  asked: Asked & { readonly verdict: SettleVerdict; readonly destination: string; readonly before: Date },
): Promise<void> {
  const { destination, yes, ...request } = asked;
  await withLeadkeepDatabase(cli.env, async (database) => {
    const { ports, document } = await open(cli, database);
    const offer_ids = findDestination(document, destination);
    const { planned, isCut } = await planSettleDestination(ports, { ...request, offer_ids });
    await carryOut(cli, ports, planned, yes);
    if (isCut) cli.note(`These were the oldest ${MAX_SETTLED}. Run the command again for the rest.`);
  });
}

async function open(cli: Cli, { catalogue, leads, overview, auditLog }: Database) {
  const current = await catalogue.current();
  const audit = auditPorts(cli, auditLog);
  const ports: Ports = { leads, overview, catalogue: compileCurrent(current), clock: cli.clock, audit };
  return { ports, document: current?.document };
}

/** Settles the leads, or without `yes` only prints the plan. Throws a CliError if some leads could not be settled. */
async function carryOut(
  cli: Cli,
  ports: Ports,
  planned: readonly PlannedSettlement[],
  yes: boolean,
): Promise<void> {
  if (planned.length === 0) {
    cli.print('No lead to settle.');
    return;
  }
  const results = yes ? await carryOutSettling(ports, ports.audit, planned) : planned.map(foreseeSettled);
  cli.print(renderSettled(planned.map((one, i): SettledRow => ({ ...one, result: results[i]?.text ?? '' }))));
  const left = results.filter(({ text }) => text.startsWith('not')).length;
  cli.print('');
  cli.print(
    yes
      ? WHAT_FOLLOWS
      : `The reason in their timelines would be: ${planned[0]?.settlement.why ?? ''}\nDry run: nothing was changed. Run it again with --yes to settle them.`,
  );
  if (yes && left > 0)
    throw new CliError(
      `${left} of ${results.length} could not be settled; if you run it again, only those change`,
    );
}
