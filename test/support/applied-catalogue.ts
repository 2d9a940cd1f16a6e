import type { Connection } from 'mongoose';
import { compileCatalogue } from '../../src/core/catalogue/compile-catalogue.js';
import type { CatalogueDocument } from '../../src/core/catalogue/document.js';
import type { Catalogue, OfferType } from '../../src/core/catalogue/types.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { applyDocument } from '../../src/app/catalogue/change-catalogue.js';
import { parseCatalogue } from '../../src/platform/catalogue-files/parse-catalogue.js';
import { IDS } from './catalogue.js';

/** A catalogue as an operator's file gives it, for tests in which every process reads it from MongoDB. */
export interface AppliedCatalogue {
  readonly catalogue: Catalogue;
  /** Makes it the database's first version. */
  readonly apply: (connection: Connection) => Promise<void>;
}

export interface Wanted {
  /** Of the server that plays all buyers and the partner. */
  readonly buyerUrl: string;
  readonly directOffers: number;
  readonly partner: boolean;
}

/** The ids of the standard catalogue; direct offers: a shared, an exclusive, a true_exclusive one, further shared ones. */
export const appliedCatalogue = (wanted: Wanted): AppliedCatalogue =>
  applyText(JSON.stringify(fileOf(wanted)));

/** The same of a catalogue's text. */
export function applyText(text: string): AppliedCatalogue {
  const parsed = parseCatalogue([{ name: 'test.yaml', text }]);
  if (!parsed.ok) throw new Error(parsed.faults.map(({ message }) => message).join('; '));
  const { document } = parsed;
  return {
    catalogue: compileCatalogue(document, 1),
    apply: (connection) => apply(connection, document),
  };
}

async function apply(connection: Connection, document: CatalogueDocument): Promise<void> {
  await applyDocument(createCatalogueStore(connection), document, {
    at: new Date(),
    by: 'test',
    how: 'apply',
  });
}

function fileOf({ buyerUrl, directOffers, partner }: Wanted) {
  const all = Array.from({ length: directOffers }, (_, index) => direct(index, buyerUrl));
  const offers = partner ? [...all, partnerOffer(buyerUrl)] : all;
  return {
    version: 1,
    affiliates: [{ id: IDS.affiliate, handle: 'northwind', name: 'Northwind Media' }],
    buyers: [
      {
        id: IDS.buyer,
        handle: 'lakeshore',
        name: 'Lakeshore University',
        caps: [{ window: 'day', limit: 1_000 }],
      },
    ],
    offers,
    campaigns: [
      {
        id: IDS.campaign,
        handle: 'northwind-edu',
        affiliate: 'northwind',
        name: 'Northwind Education',
        caps: [{ window: 'hour', limit: 1_000 }],
        offers: offers.map(({ handle }) => ({ offer: handle, payout: 20 })),
      },
    ],
  };
}

const NAMED: readonly (readonly [id: string, type: OfferType])[] = [
  [IDS.shared, 'shared'],
  [IDS.exclusive, 'exclusive'],
  [IDS.trueExclusive, 'true_exclusive'],
];

function direct(index: number, buyerUrl: string) {
  const [id, offer_type] = NAMED[index] ?? [
    `d0000000-0000-4000-8000-0000000001${String(index).padStart(2, '0')}`,
    'shared',
  ];
  return {
    ...{ id, offer_type, handle: `offer-${index}`, name: `Offer ${index}`, buyer: 'lakeshore' },
    tcpa_text: 'By clicking Send I agree that Lakeshore University may call me.',
    required_fields: ['personal.email', 'personal.phone'],
    eligibility: [{ field: 'address.state', in: ['WI', 'IL'] }],
    caps: [{ window: 'day', limit: 1_000 }],
    delivery: { url: `${buyerUrl}/leads`, insecure_http: true, timeout: '20s' },
  };
}

function partnerOffer(buyerUrl: string) {
  const { delivery, ...offer } = direct(0, buyerUrl);
  return {
    ...{ ...offer, id: IDS.partner, handle: 'partner', name: 'Partner', kind: 'partner' },
    partner: { search: { url: `${buyerUrl}/match`, insecure_http: true, timeout: '20s' }, submit: delivery },
  };
}
