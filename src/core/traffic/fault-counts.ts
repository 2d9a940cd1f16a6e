/** How many calls were refused for the same fault. */
interface Counted {
  readonly affiliate_id?: string;
  readonly campaign_id?: string;
  readonly code: string;
  readonly field?: string;
  readonly count: number;
  readonly last_at: Date;
}

/** Refused calls of one affiliate or campaign. */
export interface FaultCounts {
  readonly count: number;
  readonly last_at: Date | null;
  /** The most frequent first. */
  readonly by_fault: readonly {
    readonly code: string;
    readonly field: string | null;
    readonly count: number;
  }[];
}

export const NO_FAULTS: FaultCounts = { count: 0, last_at: null, by_fault: [] };

/** The faults that one row names. */
const MOST = 10;

/** Adds up refused calls by their affiliate or campaign. */
export function faultsBy(
  counted: readonly Counted[],
  member: 'affiliate_id' | 'campaign_id',
): ReadonlyMap<string, FaultCounts> {
  const groups = new Map<string, Counted[]>();
  for (const one of counted) {
    const id = one[member];
    if (id === undefined) continue;
    const some = groups.get(id);
    if (some) some.push(one);
    else groups.set(id, [one]);
  }
  return new Map([...groups].map(([id, some]) => [id, sum(some)]));
}

function sum(some: readonly Counted[]): FaultCounts {
  const faults = new Map<string, { code: string; field: string | null; count: number }>();
  for (const { code, field = null, count } of some) {
    const name = `${code} ${field ?? ''}`;
    faults.set(name, { code, field, count: count + (faults.get(name)?.count ?? 0) });
  }
  return {
    count: some.reduce((all, { count }) => all + count, 0),
    last_at: some.map(({ last_at }) => last_at).reduce((a, b) => (a > b ? a : b)),
    by_fault: [...faults.values()].sort((a, b) => b.count - a.count).slice(0, MOST),
  };
}
