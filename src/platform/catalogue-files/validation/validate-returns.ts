import { asGroup, asList, asText } from '../loose.js';
import type { EntryValidator } from './validation-context.js';

/** A buyer's or offer's reasons for returns must have different codes. */
export const validateReturns: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'buyer' && kind !== 'offer') return;
  const seen = new Set<string>();
  asList(asGroup(raw['returns'])['reasons']).forEach((item, index) => {
    const code = asText(asGroup(item)['code']);
    if (code === undefined) return;
    if (seen.has(code))
      report(['returns', 'reasons', index, 'code'], `is the code of another reason: "${code}"`);
    seen.add(code);
  });
};
