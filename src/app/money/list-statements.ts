import type { Mark } from '../../core/money/marks.js';
import {
  dueDay,
  partiesOf,
  PARTY_KINDS,
  statementNumber,
  type PartyKind,
} from '../../core/money/statement.js';
import { dayOf } from '../../core/reports/calendar.js';
import { ActRefused } from '../act-refused.js';
import type { EntryReader, PartySums } from '../ports/entry-reader.js';
import type { MarkStore } from '../ports/mark-store.js';
import { openMonth, type StatementPorts } from './open-statement.js';

export interface ListStatementsPorts extends Omit<StatementPorts, 'entries'> {
  readonly entries: Pick<EntryReader, 'partySums'>;
  readonly marks: Pick<MarkStore, 'ofMonth'>;
}

export interface ListedStatement extends PartySums {
  /** Null: the month is open, and the statement a draft. */
  readonly number: string | null;
  readonly kind: PartyKind;
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  /** Null: nothing is due, or no terms of payment are configured. */
  readonly due_on: string | null;
  /** It is due before today, and not marked as paid. */
  readonly is_overdue: boolean;
  readonly sent: Mark | null;
  readonly paid: Mark | null;
}

/** All statements of a month that have lines: buyers first, by name. Throws ActRefused if the books have no such month. */
export async function listStatements(ports: ListStatementsPorts, month: string) {
  const of = await openMonth(ports, month);
  if ('why' in of) throw new ActRefused('invalid', of.why, 'month');
  const { names, isClosed, currency, time_zone } = of;
  const marks = await ports.marks.ofMonth(month);
  const today = dayOf(ports.clock(), time_zone);
  const statements: ListedStatement[] = [];
  for (const kind of PARTY_KINDS) {
    const parties = partiesOf(names, kind);
    const sums = await ports.entries.partySums(month, kind, Object.keys(parties));
    const listed = Object.entries(parties).flatMap(([id, party]): ListedStatement[] => {
      const totals = sums.get(id);
      if (!totals) return [];
      const { handle, name } = party;
      const number = isClosed ? statementNumber(month, { kind, handle }) : null;
      const { sent = null, paid = null } = (number === null ? undefined : marks.get(number)) ?? {};
      const head = { month, party: { kind, id, ...party }, issuer: names.issuer };
      const due_on = (totals.net_cents === 0 ? undefined : dueDay(head)) ?? null;
      const is_overdue = isClosed && due_on !== null && due_on < today && paid === null;
      return [{ ...{ number, kind, id, handle, name }, ...totals, ...{ due_on, is_overdue, sent, paid } }];
    });
    statements.push(...listed.toSorted((one, other) => (one.name < other.name ? -1 : 1)));
  }
  return { month, is_closed: isClosed, currency, time_zone, statements };
}
