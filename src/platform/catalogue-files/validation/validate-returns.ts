import { asGroup, asList, asText } from '../loose.js';
import type { EntryValidator } from './validation-context.js';

/** A buyer's or offer's reasons for returns must have different codes, and so must a buyer's stages. `review` names only such reasons. */
export const validateReturns: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'buyer' && kind !== 'offer') return;
  const twice = (found: unknown, path: readonly string[], one: string): void => {
    for (const [index, code] of codesTwice(found))
      report([...path, index, 'code'], `is the code of another ${one}: "${code}"`);
  };
  twice(asGroup(raw['returns'])['reasons'], ['returns', 'reasons'], 'reason');
  twice(raw['stages'], ['stages'], 'stage');
  const { reasons, review } = asGroup(raw['returns']);
  const codes = new Set(asList(reasons).map((item) => asText(asGroup(item)['code'])));
  asList(asGroup(review)['accept_at_once']).forEach((item, index) => {
    const code = asText(item);
    if (code === undefined || codes.has(code)) return;
    report(['returns', 'review', 'accept_at_once', index], `is the code of no reason: "${code}"`);
  });
};

/** Items of a list whose code another one before them has. */
export function codesTwice(list: unknown): [index: number, code: string][] {
  const seen = new Set<string>();
  return asList(list).flatMap((item, index) => {
    const code = asText(asGroup(item)['code']);
    if (code === undefined) return [];
    const isTwice = seen.has(code);
    seen.add(code);
    return isTwice ? [[index, code] satisfies [number, string]] : [];
  });
}
