import type { ApplyNotice } from '../app/catalogue/apply-catalogue.js';
import type { HandleClash } from '../core/catalogue/next-document.js';
import type { Books } from '../core/catalogue/types.js';
import type { Changed } from '../app/catalogue/change-catalogue.js';
import { versionView } from '../operator-api/handlers/catalogue.js';
import type { Cli } from './cli.js';
import { CliError } from './cli-error.js';
import { renderChanges } from './render/changes.js';
import { formatTime } from './render/time.js';
import { visibleLine } from './render/visible.js';

/** Prints what `apply` or a rollback changed or would change. Throws a CliError if the change was refused. */
export function reportChange(cli: Cli, changed: Changed, dryRun: boolean): void {
  switch (changed.outcome) {
    case 'changed':
      cli.print(
        changed.changes.length === 0
          ? 'Only the text of the files changes: comments, order, or names of files.'
          : renderChanges(changed.changes),
      );
      cli.print(
        dryRun
          ? `\nDry run: nothing was written. This would be version ${changed.version}.`
          : `\nVersion ${changed.version} takes effect within 5 seconds.`,
      );
      return;
    case 'unchanged':
      cli.print(
        changed.version === 0
          ? 'Nothing changed: the catalogue stays empty.'
          : `Nothing changed: version ${changed.version} stays.`,
      );
      return;
    case 'conflict':
      throw new CliError(
        `Version ${changed.version} has come into force in the meantime, so yours was not applied. Review that version and apply yours again`,
      );
    case 'declined':
      throw new CliError('Nothing was changed');
    case 'fixed_books': {
      const { from, to, why } = changed;
      throw new CliError(
        `The books can't change from ${named(from)} to ${named(to)}, because ${why}; nothing was changed`,
      );
    }
    case 'clash':
      for (const clash of changed.clashes) cli.note(clashMessage(clash));
      throw new CliError(
        `${changed.clashes.length === 1 ? '1 id differs' : `${changed.clashes.length} ids differ`}; nothing was changed`,
      );
  }
}

const named = ({ currency, time_zone }: Books): string => `${currency} in ${time_zone}`;

const clashMessage = ({ kind, handle, id }: HandleClash): string =>
  `${kind} ${handle} has the id ${id} so far, and an id can't change: give it \`id: ${id}\` or another handle`;

/**
 * Names the later changes that files would undo, and throws a CliError that says what to do, unless somebody named the
 * version in force.
 */
export function refuseUndone(
  cli: Cli,
  { undone, inForce }: Pick<ApplyNotice, 'undone' | 'inForce'>,
  overwrite: number | undefined,
): void {
  if (undone.length === 0 || overwrite === inForce) return;
  for (const { info, changes } of undone)
    cli.note(`would undo ${versionLine(versionView(info))}\n${indented(renderChanges(changes))}`);
  throw new CliError(
    `These files don't have ${undone.length === 1 ? 'a change that was' : 'changes that were'} made since they were applied; nothing was changed. Bring them up to date (leadkeep catalogue export), or undo it with --overwrite ${inForce}`,
  );
}

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

/** A version on one line, whatever its comment holds: `catalogue show` writes it into a file. */
export const versionLine = ({
  version,
  at,
  by,
  how,
  subject,
  comment,
}: ReturnType<typeof versionView>): string =>
  visibleLine(
    `version ${version}, ${formatTime(at)}, ${by}, ${how}${subject === null ? '' : ` ${subject}`}${comment === null ? '' : `: ${comment}`}`,
  );
