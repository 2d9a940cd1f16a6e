import type { Catalogue } from '../../core/catalogue/types.js';
import type { Names } from '../../core/catalogue/names-of.js';
import type { Erasure } from '../../core/person/erasure.js';
import type { Erased } from './erase-person.js';
import type { FoundPerson, LeadAtBuyers } from './find-person.js';

/** A lead by which a buyer knows the person. */
export interface LeadAtBuyer {
  readonly lead_id: string;
  /** The buyer's own. */
  readonly reference?: string;
}

export interface NotifyBuyer {
  readonly buyer: string;
  readonly leads: readonly LeadAtBuyer[];
}

/** What was done, as a certificate for the file of the case. It names nobody. */
export interface Certificate {
  readonly case: string;
  readonly number: number;
  readonly at: Date;
  readonly ended: readonly string[];
  readonly forgotten: readonly string[];
  readonly searches_forgotten: number;
  readonly undecided?: { readonly leads: readonly string[]; readonly person_is_removed_by: Date };
  readonly still_busy?: readonly string[];
  readonly kept: Readonly<Record<string, string | number>>;
  /** Buyers with an address for erasures. */
  readonly leadkeep_tells: readonly NotifyBuyer[];
  readonly tell_these_buyers: readonly NotifyBuyer[];
}

/** Buyers that have the person, by id, with the leads by which they know it. */
export function buyersOf(leads: readonly LeadAtBuyers[]): NotifyBuyer[] {
  const byBuyer = new Map<string, LeadAtBuyer[]>();
  for (const { id, reference, referenced_by, buyers } of leads)
    for (const buyer of buyers)
      byBuyer.set(buyer, [
        ...(byBuyer.get(buyer) ?? []),
        {
          lead_id: id,
          ...(reference !== undefined && buyer === referenced_by && { reference }),
        },
      ]);
  return [...byBuyer].map(([buyer, of]) => ({ buyer, leads: of }));
}

/** `catalogue`: it says which buyers have an address. */
export function certificateOf(
  erasure: Pick<Erasure, 'number' | 'case' | 'at'>,
  erased: Erased,
  { leads, beside }: Pick<FoundPerson, 'leads' | 'beside'>,
  { names, catalogue }: { readonly names: Names; readonly catalogue: Pick<Catalogue, 'buyers'> },
): Certificate {
  const { ended, forgotten, later, later_at, searches, evidence, busy } = erased;
  const buyers = buyersOf(leads);
  const hasAddress = (buyer: string): boolean => catalogue.buyers.get(buyer)?.erasure !== undefined;
  const told = (byHand: boolean): NotifyBuyer[] =>
    buyers.flatMap(({ buyer, leads: of }) =>
      byHand === hasAddress(buyer) ? [] : [{ buyer: names(buyer), leads: of }],
    );
  return {
    ...{ case: erasure.case, number: erasure.number, at: erasure.at },
    ended,
    forgotten,
    searches_forgotten: searches,
    ...(later.length > 0 && { undecided: { leads: later, person_is_removed_by: later_at } }),
    ...(busy.length > 0 && { still_busy: busy }),
    kept: {
      skeletons: 'ids, times, states, codes, amounts, the state of residence, subids',
      keyed_hashes:
        'of identities of leads and searches, of click ids (tracking_keys) and of what was sent (data_hash), until the class `labels` is over',
      claims: `${beside['claims'] ?? 0} keyed hashes, until the longest duplicate window is over`,
      evidence_of_consent: evidence === 'kept' ? 'until its own term, for `consent prove` alone' : 'removed',
      suppressions: beside['suppressions'] ?? 0,
      notices_to_buyers:
        'for a buyer without a reference, hashes of e-mail and phone, sealed, until it was told, 90 days at most',
    },
    leadkeep_tells: told(false),
    tell_these_buyers: told(true),
  };
}
