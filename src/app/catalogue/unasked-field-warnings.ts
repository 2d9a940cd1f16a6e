import type { CatalogueDocument, OfferEntry } from '../../core/catalogue/document.js';
import type { EntryChange } from '../../core/catalogue/diff-catalogue.js';
import type { Rule } from '../../core/catalogue/types.js';

/** Each rule's field, with the lead fields of which one is enough. */
const sourcesOf = (field: string): readonly string[] =>
  field === 'age' ? ['personal.date_of_birth', 'personal.age'] : [field];

const MAX_OFFERS = 10;

/**
 * Warns of new and changed offers with a rule on a field that they don't require. A lead without the field fails the rule,
 * so a search never shows the offer for it, and a post that has every required field is refused.
 */
export function unaskedFieldWarnings(
  changes: readonly Pick<EntryChange, 'kind' | 'handle' | 'change'>[],
  { offers }: Pick<CatalogueDocument, 'offers'>,
): string[] {
  const changed = new Set(
    changes
      .filter(({ kind, change }) => kind === 'offer' && change !== 'retired')
      .map(({ handle }) => handle),
  );
  const found = offers
    .filter(({ handle }) => changed.has(handle))
    .flatMap((offer) => {
      const fields = unaskedFields(offer);
      return fields.length === 0 ? [] : [{ handle: offer.handle, fields }];
    });
  const told = found.slice(0, MAX_OFFERS).map(({ handle, fields }) => {
    const words = fields.map((field) => sourcesOf(field).join(' or ')).join(', ');
    return (
      `${handle} has an eligibility rule on ${fields.join(', ')}, but its required fields don't include ${words}: ` +
      'leads without it are refused as not eligible, and searches don’t show them the offer'
    );
  });
  const more = found.length - told.length;
  return more > 0 ? [...told, `${more} more ${more === 1 ? 'offer has' : 'offers have'} such rules`] : told;
}

function unaskedFields({ eligibility, required_fields: required, programs }: OfferEntry): string[] {
  const ofPrograms = programs.flatMap((program) =>
    program.eligibility.flatMap((rule) => lackedBy(rule, [...required, ...program.required_fields])),
  );
  return [...new Set([...eligibility.flatMap((rule) => lackedBy(rule, required)), ...ofPrograms])];
}

/** The fields without which the rule fails, though a lead may lack them. */
function lackedBy(rule: Rule, required: readonly string[]): readonly string[] {
  if ('any' in rule) {
    const lacked = rule.any.map((one) => lackedBy(one, required));
    return lacked.every((fields) => fields.length > 0) ? lacked.flat() : [];
  }
  const { field, when_missing: whenMissing } = rule;
  const isSent = whenMissing === 'pass' || sourcesOf(field).some((source) => required.includes(source));
  return isSent ? [] : [field];
}
