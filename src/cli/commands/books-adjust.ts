import { Argument, InvalidArgumentError, type Command } from 'commander';
import { adjustBooks } from '../../app/money/act-on-books.js';
import type { Adjusted } from '../../app/money/adjust.js';
import { readAmount } from '../../core/money/adjustment.js';
import { PARTY_KINDS, type PartyKind } from '../../core/money/statement.js';
import { isUuid } from '../../core/uuid.js';
import { auditPorts } from '../audit-act.js';
import { whoAmI, type Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { findParty } from '../../app/money/find-party.js';
import { dayOrTimeArgument, momentOf } from '../parse-time.js';
import { whoArgument, whyArgument } from '../who-and-why.js';
import { withBooks } from '../wiring/with-books.js';

interface Options {
  readonly reference: string;
  readonly why: string;
  readonly lead?: string;
  readonly at?: string;
  readonly by?: string;
}

const MORE = `
The amount of a buyer is what it owes you more; the amount of an affiliate is what you owe it more. Negative: a credit.
  leadkeep books adjust buyer lakeshore -50.00 --reference CN-17 --why "Agreed discount for October"
A reference is used once for each party. If you run the same command again, nothing is booked twice.
The party reads the reference and the words on its statement.`;

/** `leadkeep books adjust`: books a discount, a bonus or a correction. */
export function addBooksAdjust(books: Command, cli: Cli): void {
  books
    .command('adjust')
    .description("book an amount on a buyer's or an affiliate's next statement")
    .addArgument(new Argument('<kind>', 'whose amount').choices(PARTY_KINDS))
    .argument('<handle>', 'the handle of the buyer or affiliate')
    .argument('<amount>', 'the amount, like 12.50 or -12.50', amountArgument)
    .requiredOption(
      '--reference <text>',
      'your own reference, like the number of a credit note',
      referenceArgument,
    )
    .requiredOption('--why <text>', 'the reason, for the statement; no personal data', whyArgument)
    .option('--lead <id>', 'the lead that it is about', leadArgument)
    .option(
      '--at <time>',
      'when it happened: a day of the books like 2026-10-31, or a time like 2026-10-31T17:00:00Z (default: now)',
      dayOrTimeArgument,
    )
    .option('--by <name>', 'who books it (default: the user of this machine)', whoArgument)
    .addHelpText('after', MORE)
    .action(async (kind: PartyKind, handle: string, cents: number, options: Options) => {
      const { reference, why, lead, at, by = whoAmI() } = options;
      const adjusted = await withBooks(cli, async (found) => {
        const { time_zone = found.compiled.books.time_zone } = await found.books.head();
        return adjustBooks(found, auditPorts(cli, found.auditLog), {
          party: findParty(found.document, kind, handle),
          ...{ configured: found.compiled.books, cents, reference, why, by },
          ...(at === undefined ? {} : { at: momentOf(at, time_zone, 'from') }),
          ...(lead === undefined ? {} : { lead_id: lead }),
        });
      });
      cli.print(resultOf(adjusted, `${kind} ${handle}`));
    });
}

function resultOf(adjusted: Adjusted, party: string): string {
  switch (adjusted.outcome) {
    case 'booked':
      return `Booked: it stands on the statement of ${party} for ${adjusted.entry.period}.`;
    case 'already':
      return `Nothing changed: this adjustment of ${party} was booked before, for ${adjusted.entry.period}.`;
    case 'owed':
      return `It is stored, and the sweeper books it within seconds.`;
    case 'refused':
      throw new CliError(`${adjusted.why}; nothing was changed`);
  }
}

function amountArgument(text: string): number {
  const read = readAmount(text);
  if (typeof read === 'string') throw new InvalidArgumentError(read);
  return read;
}

function referenceArgument(text: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._/#-]{0,99}$/u.test(text))
    throw new InvalidArgumentError('It must be up to 100 letters, digits, spaces and . _ / # -');
  return text.normalize('NFC').trimEnd();
}

function leadArgument(text: string): string {
  if (!isUuid(text)) throw new InvalidArgumentError('It must be the UUID of a lead.');
  return text.toLowerCase();
}
