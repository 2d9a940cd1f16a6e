import { setTimeout as pause } from 'node:timers/promises';
import { audited } from '../../app/audit/audited.js';
import { compileCurrent, currentDocument } from '../../app/catalogue/compile-current.js';
import { csvChunks, csvLines } from '../../app/csv/write-csv.js';
import { adjustBooks, closeBooks, owedText } from '../../app/money/act-on-books.js';
import { ENTRY_COLUMNS, entryCells } from '../../app/money/entry-columns.js';
import { findParty } from '../../app/money/find-party.js';
import { listMonths } from '../../app/money/list-months.js';
import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { isMonth } from '../../core/money/period.js';
import { CsvText } from '../../http/send.js';
import { malformed } from '../../http/faults.js';
import { ActRefused } from '../../app/act-refused.js';
import type { AdjustBody } from '../bodies/books.js';
import { inPath, optional, such, text, uuid } from '../parameters/kinds.js';
import type { ValuesOf } from '../parameters/parameter.js';
import type { OperatorCall, OperatorPorts } from '../route.js';

const month = such(isMonth, 'a month like 2026-10', '2026-10');

export const MONTH_PARAMETERS = { month: inPath(month, 'The month, in the accounting zone') };

export const BOOK_ENTRIES_PARAMETERS = {
  month: optional(month, 'Only entries on the statements of this month'),
  buyer: optional(text('lakeshore'), 'Only entries of this buyer: its handle'),
  affiliate: optional(text('northwind'), 'Only entries of this affiliate: its handle'),
  lead: optional(uuid, 'Only entries of this lead'),
};

/** How long a call waits for what is still owed. */
const WAIT_MS = 10_000;

/** The months of the books. */
export async function listPeriods({ versions, books, clock }: OperatorPorts) {
  const compiled = compileCurrent(await versions.current());
  const months = await listMonths({ books, compiled, clock });
  return { periods: months.map((one) => ({ ...one, at: one.at ?? null, by: one.by ?? null })) };
}

/** Closes a month: its statements get numbers and never change again. */
export async function closePeriod(
  ports: OperatorPorts,
  { values, viewer, audit }: OperatorCall<ValuesOf<typeof MONTH_PARAMETERS>>,
) {
  const closed = await closeBooks(bookPorts(ports), audit, {
    ...{ month: values.month, by: viewer.name, waitMs: WAIT_MS },
    onWaiting: () => undefined,
  });
  const { outcome } = closed;
  if (outcome === 'refused') throw new ActRefused('conflict', `${closed.why}; nothing was changed`);
  const sentences = {
    closed: `The month ${values.month} is closed. Its statements have numbers now.`,
    already: `Nothing changed: the month ${values.month} was already closed.`,
    waiting: `The month takes no more entries, but ${closed.outcome === 'waiting' ? owedText(closed.owing) : ''} still not booked: call again to go on.`,
  };
  return { outcome, sentence: sentences[outcome] };
}

/** What changes of the books need. */
export const bookPorts = (ports: OperatorPorts) => {
  const { versions: catalogue, books, periods, entries, adjustments, leads, bookPending, clock } = ports;
  return { catalogue, books, periods, entries, adjustments, leads, bookPending, clock, pause };
};

/** Books a discount, a bonus or a correction. */
export async function adjust(
  ports: OperatorPorts,
  { body, viewer, audit }: OperatorCall<object, AdjustBody>,
) {
  const { kind, handle, amount_cents: cents, reference, why, lead_id, at } = body;
  const current = await ports.versions.current();
  const adjusted = await adjustBooks(bookPorts(ports), audit, {
    party: findParty(current?.document ?? EMPTY_DOCUMENT, kind, handle),
    ...{ configured: compileCurrent(current).books, cents, reference, why, by: viewer.name },
    ...(at === undefined ? {} : { at: new Date(at) }),
    ...(lead_id === undefined ? {} : { lead_id: lead_id.toLowerCase() }),
  });
  const of = `${kind} ${handle}`;
  switch (adjusted.outcome) {
    case 'refused':
      throw new ActRefused('conflict', `${adjusted.why}; nothing was changed`);
    case 'owed':
      return { outcome: 'owed' as const, period: null, sentence: 'It is stored, and booked within seconds.' };
    case 'booked':
    case 'already': {
      const { outcome, entry } = adjusted;
      const sentence =
        outcome === 'booked'
          ? `Booked: it will be on the statement of ${of} for ${entry.period}.`
          : `Nothing changed: this adjustment of ${of} was booked before, for ${entry.period}.`;
      return { outcome, period: entry.period, sentence };
    }
  }
}

/** Entries with both sides, as CSV. */
export async function exportEntries(
  { versions, entries: reader }: OperatorPorts,
  { values, audit }: OperatorCall<ValuesOf<typeof BOOK_ENTRIES_PARAMETERS>>,
) {
  const { month: period, buyer, affiliate, lead } = values;
  if (buyer !== undefined && affiliate !== undefined) throw malformed('Send buyer or affiliate, not both.');
  const document = await currentDocument(versions);
  const kind = buyer === undefined ? 'affiliate' : 'buyer';
  const handle = buyer ?? affiliate;
  const query = {
    ...(period === undefined ? {} : { period }),
    ...(handle === undefined ? {} : { party: findParty(document, kind, handle) }),
    ...(lead === undefined ? {} : { lead_id: lead }),
  };
  const ids = [period, handle, lead].filter((one) => one !== undefined);
  const act = { action: 'books.export', on: { kind: 'entries', ids }, facts: { format: 'csv' } } as const;
  const entries = await audited(audit, act, () => Promise.resolve(reader.list(query)));
  const names = namesOf(document);
  async function* rows() {
    for await (const entry of entries) yield entryCells(entry, names);
  }
  return new CsvText(csvLines(csvChunks(ENTRY_COLUMNS, rows())));
}
