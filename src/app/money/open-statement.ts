import { DateTime } from 'luxon';
import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import { DEFAULT_BOOKS } from '../../core/catalogue/types.js';
import { lookup, periodNames, type PeriodNames } from '../../core/money/period-names.js';
import { isMonth, monthEnd, monthOf } from '../../core/money/period.js';
import {
  partiesOf,
  partyByHandle,
  statementLine,
  statementNumber,
  type OpenRequest,
  type Party,
  type PartyKind,
  type StatementHead,
  type StatementLine,
} from '../../core/money/statement.js';
import type { BookStore } from '../ports/book-store.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { EntryReader } from '../ports/entry-reader.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { PeriodStore } from '../ports/period-store.js';
import { firstMonth, NOT_BEGUN } from './first-month.js';

export interface StatementPorts {
  readonly books: Pick<BookStore, 'head' | 'periods'>;
  readonly periods: Pick<PeriodStore, 'names'>;
  readonly entries: Pick<EntryReader, 'list'>;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  /** Absent: for affiliates, whose statements have no return requests. */
  readonly leads?: Pick<LeadStore, 'requestsOf'>;
  readonly clock: () => Date;
}

/** `id`: for the party itself. `party`: a handle, which may have been another party's when the month closed, or an id. */
export type StatementRequest = {
  readonly kind: PartyKind;
  /** `2026-10` */
  readonly month: string;
} & ({ readonly party: string } | { readonly id: string });

/** One month's movements of one party. The lines can be read once; they are streamed from the database. */
export interface Statement {
  readonly head: StatementHead;
  readonly lines: AsyncIterable<StatementLine>;
}

/**
 * `invalid`: the month is wrong. `unknown`: there is no such party. `ambiguous`: the handle is now that of another party
 * than at the close. `why` is one sentence.
 */
export type OpenedStatement =
  | { readonly outcome: 'opened'; readonly statement: Statement }
  | { readonly outcome: 'invalid' | 'unknown' | 'ambiguous'; readonly why: string };

/**
 * Opens a party's statement of a month. A closed month's statement has a number and the names of its close, and is the
 * same whenever it is opened. An open month's is a draft with the present names. Throws on an outage.
 */
export async function openStatement(
  ports: StatementPorts,
  request: StatementRequest,
): Promise<OpenedStatement> {
  const { month } = request;
  const of = await openMonth(ports, month);
  if ('why' in of) return { outcome: 'invalid', why: of.why };
  const { names, present, isClosed, currency, time_zone } = of;
  const [party, other] = 'id' in request ? partyById(names, request) : findParties(names, present, request);
  if (!party) return { outcome: 'unknown', why: unknownParty(names, request) };
  if (other) return { outcome: 'ambiguous', why: ambiguousParty(month, party, other) };
  return {
    outcome: 'opened',
    statement: {
      head: {
        ...(isClosed ? { number: statementNumber(month, party) } : {}),
        ...{ party, issuer: names.issuer, month, currency, time_zone },
        ...(party.kind === 'buyer' && { open_requests: await openRequests(ports, party, month, time_zone) }),
      },
      lines: linesOf(ports.entries, party, month, names),
    },
  };
}

/** Longer than any request stays open. */
const ASKED_BEFORE_MS = 40 * 86_400_000;

/** As of the end of the month, so that a closed month's statement never changes. */
async function openRequests(
  { leads, clock }: Pick<StatementPorts, 'leads' | 'clock'>,
  { id }: Party,
  month: string,
  zone: string,
): Promise<OpenRequest[]> {
  if (!leads) return [];
  const [now, end] = [clock(), monthEnd(month, zone)];
  const as_of = now < end ? now : end;
  const found = await leads.requestsOf(id, new Date(as_of.getTime() - ASKED_BEFORE_MS), as_of);
  return found
    .flatMap(({ id: lead_id, reference = null, decision, return_requests = [] }) => {
      const open = return_requests.find(({ at, ended }) => at < as_of && (!ended || ended.at >= as_of));
      if (!open) return [];
      const day = DateTime.fromJSDate(open.at, { zone }).toFormat('yyyy-MM-dd');
      const amount_cents = decision?.sale?.buyer_cents ?? null;
      return [{ lead_id, reference, day, reason: open.code, amount_cents }];
    })
    .sort((a, b) => (`${a.day} ${a.lead_id}` < `${b.day} ${b.lead_id}` ? -1 : 1));
}

/** A month of the books: what its statements print. `why`: there is none, in one sentence. */
export type OpenedMonth =
  | { readonly why: string }
  | {
      /** Those of the close, or the present ones. */
      readonly names: PeriodNames;
      readonly present: PeriodNames;
      readonly isClosed: boolean;
      readonly currency: string;
      readonly time_zone: string;
    };

/** Opens a month of the books. Throws on an outage. */
export async function openMonth(
  ports: Pick<StatementPorts, 'books' | 'periods' | 'catalogue' | 'clock'>,
  month: string,
): Promise<OpenedMonth> {
  if (!isMonth(month)) return { why: `The month must be like 2026-10; "${month}" is not one` };
  const head = await ports.books.head();
  const current = await ports.catalogue.current();
  const document = current?.document ?? EMPTY_DOCUMENT;
  const { currency, time_zone } = { ...DEFAULT_BOOKS, ...document.books, ...head };
  const first = firstMonth(head, time_zone);
  if (first === undefined) return { why: NOT_BEGUN };
  if (month < first) return { why: `The books start in ${first}` };
  if (month > monthOf(ports.clock(), time_zone)) return { why: `The month ${month} has not begun` };
  const frozen = await ports.periods.names(month);
  const present = periodNames(document);
  return { names: frozen ?? present, present, isClosed: frozen !== null, currency, time_zone };
}

function partyById(names: PeriodNames, { kind, id }: { kind: PartyKind; id: string }): Party[] {
  const found = lookup(partiesOf(names, kind), id);
  return found ? [{ kind, id, ...found }] : [];
}

/**
 * The party with this id; else that with the handle of the close, and that with the present handle under the names of
 * the close. They are two if the handle was given to another party since.
 */
function findParties(
  names: PeriodNames,
  present: PeriodNames,
  { kind, party: named }: { readonly kind: PartyKind; readonly party: string },
): Party[] {
  const itself = partyById(names, { kind, id: named });
  if (itself.length > 0) return itself;
  const then = partyByHandle(names, kind, named);
  const now = partyByHandle(present, kind, named);
  return [
    ...(then ? [then] : []),
    ...(now && now.id !== then?.id ? partyById(names, { kind, id: now.id }) : []),
  ];
}

function unknownParty(names: PeriodNames, { kind, month, ...of }: StatementRequest): string {
  if (!('party' in of)) return `There is no such ${kind} in ${month}`;
  const handles = Object.values(partiesOf(names, kind)).map(({ handle }) => handle);
  return `There is no ${kind} ${of.party} in ${month}${didYouMean(of.party, handles)}`;
}

const ambiguousParty = (month: string, then: Party, now: Party): string =>
  `In ${month}, ${then.handle} was the handle of ${then.name} (${then.id}), and now it is that of ${now.name} (${now.id}): use the id of the one that you mean`;

async function* linesOf(
  entries: StatementPorts['entries'],
  party: Party,
  period: string,
  names: PeriodNames,
): AsyncGenerator<StatementLine> {
  for await (const entry of entries.list({ period, party })) yield statementLine(party.kind, entry, names);
}
