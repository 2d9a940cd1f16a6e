import type { Day } from './calendar.js';
import { newTotal, type Total } from './counts.js';
import type { Dimension } from './dimensions.js';
import { nameOf, type Value } from './fact.js';
import type { Table } from './tabulate.js';

/** A group of a report, with what it was in the period before if that stands beside it. */
interface Group {
  readonly of: readonly Value[];
  readonly counts: Total;
  readonly previous?: Total;
}

/** The groups of a table, those of the period before that it lacks, and `empty` ones, in which nothing happened. */
export function sideBySide(
  { groups }: Table,
  empty: readonly (readonly Value[])[],
  before: Table['groups'] | undefined,
): Group[] {
  const then = before && new Map(before.map(({ of, counts }) => [nameOf(of), counts]));
  const here = new Set(groups.map(({ of }) => nameOf(of)));
  const added = new Map(
    [...empty, ...(before ?? []).map(({ of }) => of)]
      .map((of) => [nameOf(of), of] as const)
      .filter(([name]) => !here.has(name)),
  );
  return [...groups, ...[...added.values()].map((of) => ({ of, counts: newTotal() }))].map(
    ({ of, counts }): Group => ({
      of,
      counts,
      ...(then && { previous: then.get(nameOf(of)) ?? newTotal() }),
    }),
  );
}

/** The groups of the period before, on the days beside which they stand: the first beside the first. A day beside none is left out. */
export function placedAt(
  { groups }: Table,
  by: readonly Dimension[],
  days: readonly Day[],
  beside: readonly Day[],
): Table['groups'] {
  const place = by.indexOf('day');
  if (place === -1) return groups;
  const dayFor = new Map(days.map(({ day }, at) => [day, beside[at]?.day]));
  return groups.flatMap(({ of, counts }) => {
    const day = dayFor.get(of[place] ?? '');
    return day === undefined ? [] : [{ of: of.with(place, day), counts }];
  });
}
