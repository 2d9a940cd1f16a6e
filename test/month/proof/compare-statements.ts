import type { Printed, PrintedStatement } from '../stage/print-statements.js';
import { NOTHING, plus, type Sum, type Tally } from '../tally.js';

/** A statement as it is read from its JSON. */
interface Read {
  readonly lines: readonly { readonly amount_cents: number | null }[];
  readonly net_cents: number;
  readonly null_amounts: number;
}

const said = ({ count, cents, nulls }: Sum): string => `${count} of ${cents} cents, ${nulls} without amount`;

/** What the printed statements, by month, do not agree on with the entries of their months. */
export function compareStatements(statements: Readonly<Record<string, Printed>>, entries: Tally): string[] {
  const booked = byPartyAndMonth(entries);
  const faults = Object.entries(statements).flatMap(([month, printed]) =>
    [...printed].flatMap(([party, statement]) => {
      const name = `${party} ${month}`;
      const due = booked.get(name) ?? NOTHING;
      booked.delete(name);
      return faultsOf(statement, due).map((fault) => `${name} ${fault}`);
    }),
  );
  return [...faults, ...[...booked.keys()].map((name) => `${name} has entries and no statement`)];
}

function faultsOf({ json, csv }: PrintedStatement, due: Sum): string[] {
  const { lines, net_cents, null_amounts } = JSON.parse(json) as Read;
  const sum = lines.reduce((all, { amount_cents }) => plus(all, amount_cents), NOTHING);
  const totals: Sum = { count: lines.length, cents: net_cents, nulls: null_amounts };
  const rows = csv.split('\n').length - 1;
  return [
    ...(said(sum) === said(due) ? [] : [`has lines of ${said(sum)}, and entries of ${said(due)}`]),
    ...(said(totals) === said(due) ? [] : [`totals ${said(totals)}, and has entries of ${said(due)}`]),
    ...(rows === due.count ? [] : [`has ${rows} rows of CSV for ${due.count} entries`]),
  ];
}

/** All kinds of entries together. */
function byPartyAndMonth(entries: Tally): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const [name, { count, cents, nulls }] of entries) {
    const [, party, month] = name.split('|');
    const known = sums.get(`${party} ${month}`) ?? NOTHING;
    sums.set(`${party} ${month}`, {
      ...{ count: known.count + count, cents: known.cents + cents, nulls: known.nulls + nulls },
    });
  }
  return sums;
}
