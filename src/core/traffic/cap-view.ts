import type { CapScope, Cap, Catalogue } from '../catalogue/types.js';
import { nameCaps, windowName } from '../caps/name-caps.js';

/** The counts of one cap bucket. */
interface Use {
  readonly cap: Cap;
  readonly window: string;
  readonly reserved: number;
  readonly confirmed: number;
  readonly resets_at: Date | null;
}

/** A cap in one of its windows. */
export interface CapView {
  readonly id: string;
  readonly scope: CapScope;
  /** Like `offer nursing`. */
  readonly owner: string;
  /** Like `day of program bsn`. */
  readonly name: string;
  readonly limit: number;
  /** The window's start in the cap's time zone, or `all`. */
  readonly window: string;
  /** Null: the ledger is not sound, so nobody knows. */
  readonly reserved: number | null;
  readonly confirmed: number | null;
  readonly left: number | null;
  /** Null: never. */
  readonly resets_at: Date | null;
  readonly time_zone: string;
}

/** The caps as `leadkeep caps` shows them. `isCounted`: whether the ledger's counts mean something. */
export function capViews(uses: readonly Use[], catalogue: Catalogue, isCounted: boolean): CapView[] {
  const owners = new Map(nameCaps(catalogue).map(({ cap, owner }) => [cap.id, owner]));
  return uses.map(({ cap, window, reserved, confirmed, resets_at }) => ({
    id: cap.id,
    scope: cap.scope,
    owner: owners.get(cap.id) ?? '',
    name: windowName(cap),
    limit: cap.limit,
    window,
    reserved: isCounted ? reserved : null,
    confirmed: isCounted ? confirmed : null,
    left: isCounted ? Math.max(0, cap.limit - reserved - confirmed) : null,
    resets_at,
    time_zone: cap.time_zone,
  }));
}

/** The caps of an entry, by what `nameCaps` calls it: its own, and those of its campaign offers. */
export const capsOwnedBy = (caps: readonly CapView[], owner: string): CapView[] =>
  caps.filter((cap) => cap.owner.split(', ').includes(owner));

/** The cap with the largest share used. Null: there is no cap, or nobody knows. */
export function fullest(caps: readonly CapView[]): CapView | null {
  const share = ({ left, limit }: CapView): number =>
    left === null ? -1 : limit === 0 ? 1 : 1 - left / limit;
  const [first, ...others] = caps.filter(({ left }) => left !== null);
  return first ? others.reduce((most, cap) => (share(cap) > share(most) ? cap : most), first) : null;
}
