import type { Settlement } from '../core/delivery/settle.js';
import { lastOfKind } from '../core/lead/lead-entry.js';
import { isUuid } from '../core/uuid.js';
import { settleLead } from '../app/settle/settle-lead.js';
import { auditAct } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from './compile-current.js';
import { withLeadkeepDatabase } from './wiring/with-database.js';

/** Settles one lead and prints the result. You can repeat it. Throws a CliError if the lead could not be settled. */
export async function settleOne(
  cli: Cli,
  { id: asked, settlement }: { readonly id: string; readonly settlement: Settlement },
): Promise<void> {
  const id = asked.toLowerCase();
  if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${asked}" is not one`);
  const settled = await withLeadkeepDatabase(cli.env, async (database) => {
    const catalogue = compileCurrent(await database.catalogue.current());
    const { verdict, why } = settlement;
    return auditAct(
      cli,
      database,
      { action: 'lead.settle', on: { kind: 'lead', ids: [id] }, why, facts: { verdict } },
      () => settleLead({ leads: database.leads, catalogue, clock: cli.clock }, id, settlement),
      ({ outcome }) => ({ result: SETTLE_RESULTS[outcome] }),
    );
  });
  switch (settled.outcome) {
    case 'settled':
      cli.print(`The lead ${id} is ${settlement.verdict}. ${WHAT_FOLLOWS}`);
      return;
    case 'already':
      if (!lastOfKind(settled.lead.timeline, 'settled'))
        throw new CliError(`The lead ${id} is ${settlement.verdict}, which is final; nothing was changed`);
      cli.print(`Nothing changed: the lead ${id} was already settled as ${settlement.verdict}.`);
      return;
    case 'no_lead':
      throw new CliError(`There is no lead ${id}; nothing was changed`);
    case 'refused':
    case 'later':
      throw new CliError(`The lead ${id} ${settled.why}; nothing was changed`);
  }
}

/** What the audit log says of each outcome. */
export const SETTLE_RESULTS = {
  settled: 'done',
  already: 'nothing',
  no_lead: 'refused',
  refused: 'refused',
  later: 'refused',
} as const;

export const WHAT_FOLLOWS =
  'The sweeper confirms or releases its slot, claims and cap reservations within seconds.';
