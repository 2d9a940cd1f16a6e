import type { Cap, Catalogue } from '../../core/catalogue/types.js';

interface NamedCap {
  readonly cap: Cap;
  /** Like `offer nursing, day of program bsn`. */
  readonly name: string;
}

/** The caps that can refuse a lead: those of entries that are in force. A cap has one name, that of its first owner. */
export function capsInForce({ buyers, offers, campaigns }: Catalogue): NamedCap[] {
  const of = (owner: string, caps: readonly Cap[]): NamedCap[] =>
    caps.map((cap) => ({
      cap,
      name: `${owner}, ${cap.window}${cap.program === undefined ? '' : ` of program ${cap.program}`}`,
    }));
  const active = <T extends { readonly status: string }>(entries: ReadonlyMap<string, T>): T[] =>
    [...entries.values()].filter(({ status }) => status === 'active');
  const named = [
    ...active(buyers).flatMap(({ handle, caps }) => of(`buyer ${handle}`, caps)),
    ...active(offers).flatMap(({ handle, caps }) => of(`offer ${handle}`, caps)),
    ...active(campaigns).flatMap(({ handle, caps, offers: lines }) => [
      ...of(`campaign ${handle}`, caps),
      ...[...lines.values()].flatMap((line) =>
        of(`campaign ${handle}, offer ${line.offer.handle}`, line.caps),
      ),
    ]),
  ];
  return [...new Map(named.map((each) => [each.cap.id, each])).values()];
}
