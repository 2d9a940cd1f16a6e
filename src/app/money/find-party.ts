import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { periodNames } from '../../core/money/period-names.js';
import { partiesOf, partyByHandle, type Party, type PartyKind } from '../../core/money/statement.js';
import { ActRefused } from '../act-refused.js';

/** The buyer or affiliate with this handle, also a retired one. Throws ActRefused for any other handle. */
export function findParty(document: CatalogueDocument, kind: PartyKind, handle: string): Party {
  const names = periodNames(document);
  const party = partyByHandle(names, kind, handle);
  if (party) return party;
  const handles = Object.values(partiesOf(names, kind)).map((each) => each.handle);
  throw new ActRefused(
    'invalid',
    `There is no ${kind} ${handle} in the catalogue${didYouMean(handle, handles)}`,
    'handle',
  );
}
