import type { Cap, Catalogue } from '../catalogue/types.js';

/** A cap with the handle of the entry that it limits. */
export interface NamedCap {
  readonly cap: Cap;
  /** Like `offer nursing` or `campaign northwind-edu, offer nursing`. */
  readonly owner: string;
}

/** Every cap of the catalogue with its owner, in the catalogue's order. */
export function nameCaps({ buyers, offers, campaigns }: Catalogue): NamedCap[] {
  const of = (owner: string, caps: readonly Cap[]): NamedCap[] => caps.map((cap) => ({ cap, owner }));
  return [
    ...[...buyers.values()].flatMap(({ handle, caps }) => of(`buyer ${handle}`, caps)),
    ...[...offers.values()].flatMap(({ handle, caps }) => of(`offer ${handle}`, caps)),
    ...[...campaigns.values()].flatMap(({ handle, caps, offers: lines }) => [
      ...of(`campaign ${handle}`, caps),
      ...[...lines.values()].flatMap((campaignOffer) =>
        of(`campaign ${handle}, offer ${campaignOffer.offer.handle}`, campaignOffer.caps),
      ),
    ]),
  ];
}

/** The name of a cap in a table: owner, window, program. */
export function capNames(catalogue: Catalogue): (capId: string) => string {
  const names = new Map(
    nameCaps(catalogue).map(({ cap, owner }) => [cap.id, `${owner}, ${windowName(cap)}`]),
  );
  return (id) => names.get(id) ?? id;
}

/** `day`, or `day of program bsn`. */
export const windowName = ({ window, program }: Cap): string =>
  program === undefined ? window : `${window} of program ${program}`;
