import type { Cap, Catalogue } from '../catalogue/types.js';
import { windowName } from './name-caps.js';

interface CapInForce {
  readonly cap: Cap;
  /** Like `offer nursing, day of program bsn`. */
  readonly name: string;
  /** The same for a sentence, by the names of its owners: `daily cap of Nursing, program bsn`. */
  readonly label: string;
}

const ADJECTIVES: Readonly<Record<Cap['window'], string>> = {
  ...{ hour: 'hourly ', day: 'daily ', week: 'weekly ', month: 'monthly ', total: 'total ' },
};

/** The caps that can refuse a lead: those of entries that are in force. A cap has one name, that of its first owner. */
export function capsInForce({ buyers, offers, campaigns }: Catalogue): CapInForce[] {
  const of = (owner: string, called: string, caps: readonly Cap[]): CapInForce[] =>
    caps.map((cap) => {
      const window = windowName(cap);
      const ofProgram = cap.program === undefined ? '' : `, program ${cap.program}`;
      return {
        cap,
        name: `${owner}, ${window}`,
        label: `${ADJECTIVES[cap.window]}cap of ${called}${ofProgram}`,
      };
    });
  const active = <T extends { readonly status: string }>(entries: ReadonlyMap<string, T>): T[] =>
    [...entries.values()].filter(({ status }) => status === 'active');
  const named = [
    ...active(buyers).flatMap(({ handle, name, caps }) => of(`buyer ${handle}`, name, caps)),
    ...active(offers).flatMap(({ handle, name, caps }) => of(`offer ${handle}`, name, caps)),
    ...active(campaigns).flatMap(({ handle, name, caps, offers: lines }) => [
      ...of(`campaign ${handle}`, name, caps),
      ...[...lines.values()].flatMap((line) =>
        of(`campaign ${handle}, offer ${line.offer.handle}`, `${line.offer.name} on ${name}`, line.caps),
      ),
    ]),
  ];
  return [...new Map(named.map((each) => [each.cap.id, each])).values()];
}
