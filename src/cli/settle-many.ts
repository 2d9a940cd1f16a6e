import { settle, type Settlement, type SettleVerdict } from '../core/delivery/settle.js';
import { planSettling, type PlannedRow } from '../app/settle/plan-settlement.js';
import { readSettleFile } from '../app/settle/read-settle-file.js';
import { settleLead, type SettlePorts } from '../app/settle/settle-lead.js';
import { auditBatches, countEach } from './audit-batches.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from './compile-current.js';
import { findDestination } from './find-destination.js';
import { readSources } from './read-sources.js';
import { refuseFile } from './refuse-file.js';
import { renderSettled, type SettledRow } from './render/settled.js';
import { WHAT_FOLLOWS } from './settle-one.js';
import { withLeadkeepDatabase, type Database } from './wiring/with-database.js';

/** The maximum number of leads that one run by destination settles. You run the command again for the rest. */
const MAX = 10_000;

type Ports = SettlePorts & Pick<Database, 'auditLog'>;

interface Asked {
  readonly by: string;
  readonly why: string;
  readonly yes: boolean;
}

type Planned = Pick<PlannedRow, 'lead' | 'settlement' | 'settling'> & { readonly line?: number };

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
  const [source] = readSources([file]);
  const { rows, faults } = readSettleFile(source?.text ?? '');
  refuseFile(cli, file, faults);
  await withLeadkeepDatabase(cli.env, async (database) => {
    const { ports, document } = await open(cli, database);
    const plan = await planSettling(rows, {
      ...ports,
      overview: database.overview,
      by,
      why,
      ...(destination === undefined ? {} : { offer_ids: findDestination(document, destination) }),
    });
    refuseFile(cli, file, plan.faults);
    await carryOut(
      cli,
      { ...ports, auditLog: database.auditLog },
      plan.planned.map((planned) => ({ ...planned, line: planned.row.line })),
      yes,
    );
  });
}

/** Settles every unknown lead of a buyer or an offer that was received before the given time. */
export async function settleDestination(
  cli: Cli,
  asked: Asked & { readonly verdict: SettleVerdict; readonly destination: string; readonly before: Date },
): Promise<void> {
  const { verdict, destination, before, by, why, yes } = asked;
  await withLeadkeepDatabase(cli.env, async (database) => {
    const { ports, document } = await open(cli, database);
    const query = { kind: 'unknown', offer_ids: findDestination(document, destination), before } as const;
    const leads = await database.overview.list(query, 'oldest', MAX);
    const settlement: Settlement = { verdict, by, why };
    const planned = leads.flatMap((lead): Planned[] => {
      const settling = settle(lead, settlement, { catalogue: ports.catalogue, now: cli.clock() });
      return settling.kind === 'refused' ? [] : [{ lead, settlement, settling }];
    });
    await carryOut(cli, { ...ports, auditLog: database.auditLog }, planned, yes);
    if (leads.length === MAX) cli.note(`These were the oldest ${MAX}. Run the command again for the rest.`);
  });
}

async function open(cli: Cli, { catalogue, leads }: Database) {
  const current = await catalogue.current();
  const ports = { leads, catalogue: compileCurrent(current), clock: cli.clock };
  return { ports, document: current?.document };
}

/** Settles the leads, or without `yes` only prints the plan. Throws a CliError if some leads could not be settled. */
async function carryOut(cli: Cli, ports: Ports, planned: readonly Planned[], yes: boolean): Promise<void> {
  if (planned.length === 0) {
    cli.print('No lead to settle.');
    return;
  }
  const results = yes ? await settleAll(cli, ports, planned) : planned.map(foresee);
  const rows = planned.map((one, i): SettledRow => ({ ...one, result: results[i] ?? '' }));
  cli.print(renderSettled(rows));
  const left = rows.filter(({ result }) => result.startsWith('not')).length;
  cli.print('');
  cli.print(
    yes
      ? WHAT_FOLLOWS
      : `The reason in their timelines would be: ${planned[0]?.settlement.why ?? ''}\nDry run: nothing was changed. Run it again with --yes to settle them.`,
  );
  if (yes && left > 0)
    throw new CliError(
      `${left} of ${rows.length} could not be settled; if you run it again, only those change`,
    );
}

/** One pair of entries in the audit log for each batch. */
const settleAll = (cli: Cli, ports: Ports, planned: readonly Planned[]): Promise<string[]> =>
  auditBatches(cli, ports, planned, {
    idOf: ({ lead }) => lead.id,
    actOf: (some) => ({
      ...{ action: 'lead.settle', why: some[0]?.settlement.why },
      facts: { verdicts: countEach(some.map(({ settlement }) => settlement.verdict)) },
    }),
    async run(some) {
      const results: string[] = [];
      for (const one of some) results.push(await resultOf(ports, one));
      return results;
    },
  });

const foresee = ({ settling, settlement }: Planned): string => {
  if (settling.kind === 'settle') return `would be ${settlement.verdict}`;
  return settling.kind === 'already' ? `already ${settlement.verdict}` : `not yet: ${settling.why}`;
};

async function resultOf(ports: SettlePorts, { lead, settlement, settling }: Planned): Promise<string> {
  if (settling.kind === 'already') return `already ${settlement.verdict}`;
  const settled = await settleLead(ports, lead.id, settlement);
  if (settled.outcome === 'settled') return settlement.verdict;
  if (settled.outcome === 'already') return `already ${settlement.verdict}`;
  return settled.outcome === 'no_lead' ? 'no longer found' : `not settled: it ${settled.why}`;
}
