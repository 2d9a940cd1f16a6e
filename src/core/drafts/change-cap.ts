import type { CapWindow } from '../catalogue/types.js';
import type { CapEntry, CatalogueDocument } from '../catalogue/document.js';

/** Which cap, by handles. A cap on a campaign's line for one offer names both. */
export interface CapOf {
  readonly kind: 'offer' | 'buyer' | 'campaign';
  readonly handle: string;
  /** With `campaign`: only what it sells through this offer. */
  readonly offer?: string;
  readonly window: CapWindow;
  readonly program?: string;
}

type Caps = readonly CapEntry[];

/** Whether it is the cap of this window and program among those of one entry. */
export const isCap = (
  cap: CapEntry,
  of: { readonly window: CapWindow; readonly program?: string | undefined },
): boolean => cap.window === of.window && cap.program === of.program;

/** A copy of the document with another limit for one cap. `null` removes it. Undefined: there is no such entry. */
export function changeCap(
  document: CatalogueDocument,
  { kind, handle, offer, window, program }: CapOf,
  limit: number | null,
): CatalogueDocument | undefined {
  const list = `${kind}s` as const;
  const entry = document[list].find((each) => each.handle === handle && each.status !== 'retired');
  if (!entry) return undefined;
  const changed = (caps: Caps): Caps =>
    withLimit(caps, { window, ...(program === undefined ? {} : { program }) }, limit);
  if (offer === undefined || !('offers' in entry))
    return replaced(document, list, entry, { ...entry, caps: changed(entry.caps) });
  const sold = document.offers.find((each) => each.handle === offer)?.id;
  if (!entry.offers.some(({ offer_id }) => offer_id === sold)) return undefined;
  const offers = entry.offers.map((line) =>
    line.offer_id === sold ? { ...line, caps: changed(line.caps) } : line,
  );
  return replaced(document, list, entry, { ...entry, offers });
}

const replaced = <Entry extends { readonly id: string }>(
  document: CatalogueDocument,
  list: 'offers' | 'buyers' | 'campaigns',
  entry: Entry,
  next: Entry,
): CatalogueDocument => ({
  ...document,
  [list]: document[list].map((each) => (each.id === entry.id ? next : each)),
});

function withLimit(caps: Caps, of: Omit<CapEntry, 'limit'>, limit: number | null): Caps {
  const isIt = (cap: CapEntry): boolean => isCap(cap, of);
  if (limit === null) return caps.filter((cap) => !isIt(cap));
  return caps.some(isIt)
    ? caps.map((cap) => (isIt(cap) ? { ...cap, limit } : cap))
    : [...caps, { ...of, limit }];
}
