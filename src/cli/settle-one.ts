import type { Settlement } from '../core/delivery/settle.js';
import { lastOfKind } from '../core/lead/lead-entry.js';
import { isUuid } from '../core/uuid.js';
import { settleOne as settle } from '../app/settle/settle-lead.js';
import { auditPorts } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from '../app/catalogue/compile-current.js';
import { withLeadkeepDatabase } from './wiring/with-database.js';

/** Settles one lead and prints the result. You can repeat it. Throws a CliError if the lead could not be settled. */
export async function settleOne(
  cli: Cli,
  { id: asked, settlement }: { readonly id: string; readonly settlement: Settlement },
): Promise<void> {
  const id = asked.toLowerCase();
  if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${asked}" is not one`);
  const settled = await withLeadkeepDatabase(cli.env, async ({ leads, catalogue: versions, auditLog }) => {
    const catalogue = compileCurrent(await versions.current());
    return settle({ leads, catalogue, clock: cli.clock }, auditPorts(cli, auditLog), id, settlement);
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

export const WHAT_FOLLOWS =
  'The sweeper confirms or releases its slot, claims and cap reservations within seconds.';
