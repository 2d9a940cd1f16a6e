import { planReturns, type PlannedReturn } from '../app/money/plan-returns.js';
import { readReturnFile } from '../app/money/read-return-file.js';
import { readSales, returnLead, type KnownLead, type ReturnPorts } from '../app/money/return-lead.js';
import type { ReturnStore } from '../app/ports/return-store.js';
import { auditBatches, countEach } from './audit-batches.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from './compile-current.js';
import { findDestination } from './find-destination.js';
import { readSources } from './read-sources.js';
import { refuseFile } from './refuse-file.js';
import { renderReturned } from './render/returned.js';
import { WHAT_FOLLOWS } from './return-one.js';
import { withLeadkeepDatabase, type Database } from './wiring/with-database.js';

/** How many leads are changed at once. */
const AT_ONCE = 8;

interface Asked {
  readonly file: string;
  readonly destination: string | undefined;
  readonly by: string;
  readonly override?: { readonly why: string };
  readonly yes: boolean;
}

type Ports = ReturnPorts & Pick<Database, 'leads'>;
type AuditedPorts = Ports & Pick<Database, 'auditLog'>;

/** Returns the leads in a buyer's file. Changes nothing if any row has an error. */
export async function returnFile(cli: Cli, asked: Asked): Promise<void> {
  const { file, destination, yes } = asked;
  const [source] = readSources([file]);
  const { rows, faults } = readReturnFile(source?.text ?? '');
  refuseFile(cli, file, faults);
  await withLeadkeepDatabase(cli.env, async (database) => {
    const current = await database.catalogue.current();
    const { leads, overview } = database;
    const returns = rememberingSold(database.returns);
    const ports = { leads, returns, catalogue: compileCurrent(current), clock: cli.clock };
    const plan = await planReturns(rows, {
      ...{ ...ports, overview, by: asked.by },
      ...(asked.override ? { override: asked.override } : {}),
      ...(destination === undefined ? {} : { offer_ids: findDestination(current?.document, destination) }),
    });
    refuseFile(cli, file, plan.faults);
    const audited = { ...ports, auditLog: database.auditLog };
    const results = yes ? await carryOut(cli, audited, plan.planned, asked) : plan.planned.map(foresee);
    cli.print(renderReturned(plan.planned.map((row, i) => ({ ...row, result: results[i] ?? '' }))));
    cli.print('');
    cli.print(countsOf(results));
    if (!yes) cli.print('Dry run: nothing was changed. Run it again with --yes to return them.');
    else cli.print(WHAT_FOLLOWS);
    const left = results.filter((result) => result.startsWith('not')).length;
    if (left > 0)
      throw new CliError(
        `${left} of ${results.length} could not be returned; if you run it again, only those change`,
      );
  });
}

/** How many leads came to what: `Leads: returned 10, already returned 1.` */
const countsOf = (results: readonly string[]): string =>
  `Leads: ${countEach(results.map((result) => result.replace(/[:,].*$/, ''))).join(', ')}.`;

const foresee = ({ already, overrides }: PlannedReturn): string => {
  if (already) return 'already returned';
  return overrides.length === 0 ? 'would be returned' : `would be returned, over ${overrides.join(' and ')}`;
};

/** One pair of entries in the audit log for each batch. */
const carryOut = (
  cli: Cli,
  ports: AuditedPorts,
  planned: readonly PlannedReturn[],
  asked: Asked,
): Promise<string[]> =>
  auditBatches(cli, ports, planned, {
    idOf: ({ id }) => id,
    actOf: (some) => ({
      ...{ action: 'lead.return', why: asked.override?.why },
      facts: {
        override: asked.override !== undefined,
        codes: countEach(some.map(({ reason }) => reason)),
      },
    }),
    run: (some) => returnBatch(ports, some, asked),
  });

async function returnBatch(ports: Ports, some: readonly PlannedReturn[], asked: Asked): Promise<string[]> {
  const results: string[] = [];
  const known = await readKnown(ports, some);
  for (let j = 0; j < some.length; j += AT_ONCE)
    results.push(
      ...(await Promise.all(
        some.slice(j, j + AT_ONCE).map((one) => resultOf(ports, one, asked, known.get(one.id))),
      )),
    );
  return results;
}

async function readKnown(
  { leads, returns, catalogue }: Ports,
  some: readonly PlannedReturn[],
): Promise<ReadonlyMap<string, KnownLead>> {
  const found = await leads.readMany(some.map(({ id }) => id));
  const sales = await readSales(found, returns, catalogue);
  return new Map(found.map((lead) => [lead.id, { lead, sale: sales.get(lead.id) }]));
}

async function resultOf(
  ports: Ports,
  { id, reason, already }: PlannedReturn,
  { by, override }: Asked,
  known: KnownLead | undefined,
): Promise<string> {
  if (already) return 'already returned';
  const request = { code: reason, by, ...(override ? { override } : {}) };
  const done = await returnLead(ports, id, request, known);
  switch (done.outcome) {
    case 'returned': {
      const rules = done.returned.overrode?.rules.join(' and ');
      return rules === undefined ? 'returned' : `returned, over ${rules}`;
    }
    case 'refused':
      return `not returned: it ${done.why}`;
    case 'later':
      return 'not returned: it is being changed at this moment';
    case 'no_lead':
      return 'not returned: it is no longer found';
  }
}

/** Asks only once how much a share sold. The number never becomes less, so an older one is on the safe side. */
function rememberingSold(returns: ReturnStore): ReturnStore {
  const known = new Map<string, Promise<number>>();
  return {
    ...returns,
    sold(share) {
      const name = `${share.owner} ${share.id} ${share.month}`;
      const sold = known.get(name) ?? returns.sold(share);
      known.set(name, sold);
      return sold;
    },
  };
}
