import { hash } from 'node:crypto';
import type { SettleVerdict } from '../core/delivery/settle.js';
import { carryOut as carryOutPlan, planFile } from '../app/lead-files/act-on-leads.js';
import {
  MAX_SETTLED,
  planSettleDestination,
  settleAct,
  type PlannedSettlement,
  type SettleManyPorts,
} from '../app/settle/settle-leads.js';
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
    const of = destination === undefined ? {} : { destination: findDestination(document, destination) };
    const { planned, faults } = await planFile(settleAct(ports, { by, why }), ports, { text, ...of });
    refuseFile(cli, file, faults);
    await carryOut(cli, ports, planned, { by, why, yes, again: '--yes' });
  });
}

interface AskedOfDestination extends Asked {
  readonly verdict: SettleVerdict;
  readonly destination: string;
  readonly before: Date;
  readonly plan: string | undefined;
}

/**
 * Settles every unknown lead of a buyer or an offer that was received before the given time. `plan`: the code of a plan that
 * somebody has seen. A lead of that time may have become unknown since; then nothing is changed.
 */
export async function settleDestination(cli: Cli, asked: AskedOfDestination): Promise<void> {
  const { yes, plan, ...request } = asked;
  await withLeadkeepDatabase(cli.env, async (database) => {
    const { ports, document } = await open(cli, database);
    const destination = findDestination(document, asked.destination);
    const { planned, isCut } = await planSettleDestination(ports, { ...request, destination });
    const settled = planned.filter(({ settling }) => settling.kind === 'settle');
    const code = codeOf(settled);
    if (plan !== undefined && plan !== code)
      throw new CliError(
        'The leads to settle are not those of the plan any more, so nothing was changed: look at the plan again, without --yes',
      );
    const again = `--yes --plan ${code}`;
    await carryOut(cli, ports, plan === undefined ? planned : settled, { ...request, yes, again });
    if (isCut) cli.note(`These were the oldest ${MAX_SETTLED}. Run the command again for the rest.`);
  });
}

/** Names these leads, whatever their order. */
const codeOf = (planned: readonly PlannedSettlement[]): string =>
  hash(
    'sha256',
    planned
      .map(({ lead }) => lead.id)
      .sort()
      .join(),
  ).slice(0, 12);

async function open(cli: Cli, { catalogue, leads, overview, auditLog }: Database) {
  const current = await catalogue.current();
  const audit = auditPorts(cli, auditLog);
  const ports: Ports = { leads, overview, catalogue: compileCurrent(current), clock: cli.clock, audit };
  return { ports, document: current?.document };
}

/** Settles the leads, or without `yes` only prints the plan; `again`: the options that carry it out. Throws a CliError if some leads could not be settled. */
async function carryOut(
  cli: Cli,
  ports: Ports,
  planned: readonly PlannedSettlement[],
  { yes, again, ...asked }: Asked & { readonly again: string },
): Promise<void> {
  if (planned.length === 0) {
    cli.print('No lead to settle.');
    return;
  }
  const results = yes
    ? await carryOutPlan(settleAct(ports, asked), ports.audit, planned)
    : planned.map(({ foreseen }) => foreseen);
  cli.print(renderSettled(planned.map((one, i): SettledRow => ({ ...one, result: results[i]?.text ?? '' }))));
  const left = results.filter(({ text }) => text.startsWith('not')).length;
  cli.print('');
  cli.print(
    yes
      ? WHAT_FOLLOWS
      : `The reason in their timelines would be: ${planned[0]?.settlement.why ?? ''}\nDry run: nothing was changed. Run it again with ${again} to settle them.`,
  );
  if (yes && left > 0)
    throw new CliError(
      `${left} of ${results.length} could not be settled; if you run it again, only those change`,
    );
}
