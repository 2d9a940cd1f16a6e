import type { ReturnRequest } from '../core/money/return-lead.js';
import { returnOne as recordReturn } from '../app/money/return-lead.js';
import { undoOne as undoReturn } from '../app/money/undo-return.js';
import { isUuid } from '../core/uuid.js';
import { auditPorts } from './audit-act.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { compileCurrent } from '../app/catalogue/compile-current.js';
import { withLeadkeepDatabase } from './wiring/with-database.js';

export const WHAT_FOLLOWS =
  'The sweeper books it within seconds; cap places and claims follow the rules of the buyer (leadkeep lead show).';

/** Returns one lead and prints the result. Throws a CliError if a rule refuses it. */
export async function returnOne(cli: Cli, asked: string, request: ReturnRequest): Promise<void> {
  const id = idOf(asked);
  const done = await withLeadkeepDatabase(
    cli.env,
    async ({ leads, returns, catalogue: versions, auditLog }) => {
      const catalogue = compileCurrent(await versions.current());
      const ports = { leads, returns, catalogue, clock: cli.clock };
      return recordReturn(ports, auditPorts(cli, auditLog), id, request);
    },
  );
  if (done.outcome !== 'returned') throw failed(id, done.outcome === 'refused' ? done.why : done.outcome);
  const { overrode } = done.returned;
  const over = overrode ? `, over ${overrode.rules.join(' and ')}` : '';
  cli.print(`The lead ${id} is returned for ${request.code}${over}. ${WHAT_FOLLOWS}`);
}

/** Undoes the return of one lead and prints the result. Throws a CliError if no return stands. */
export async function undoOne(
  cli: Cli,
  asked: string,
  request: { readonly by: string; readonly why: string },
): Promise<void> {
  const id = idOf(asked);
  const done = await withLeadkeepDatabase(cli.env, ({ leads, auditLog }) =>
    undoReturn({ leads, clock: cli.clock }, auditPorts(cli, auditLog), id, request),
  );
  switch (done.outcome) {
    case 'undone':
      cli.print(`The return of the lead ${id} is undone. The sweeper books that within seconds.`);
      return;
    case 'begun':
      cli.print(
        `The return of the lead ${id} is being undone. The sweeper takes back what it gave back (claims only if they are free), and books it within seconds; leadkeep lead show tells the result.`,
      );
      return;
    default:
      throw failed(id, done.outcome === 'refused' ? done.why : done.outcome);
  }
}

function idOf(asked: string): string {
  const id = asked.toLowerCase();
  if (!isUuid(id)) throw new CliError(`ID must be a UUID; "${asked}" is not one`);
  return id;
}

function failed(id: string, why: string): CliError {
  if (why === 'no_lead') return new CliError(`There is no lead ${id}; nothing was changed`);
  const sentence = why === 'later' ? 'is being changed at this moment: run it again' : why;
  return new CliError(`The lead ${id} ${sentence}; nothing was changed`);
}
