import type { PartnerResult } from './partner-result.js';

/** A partner's results and a sentence for each fault, for the operator. */
export interface ToldResults {
  readonly results: readonly PartnerResult[];
  readonly faults: readonly string[];
}

/**
 * What of a partner's answer can be shown: nothing that has expired already. A result without a program is shown like
 * an offer without programs, and told: most partners mean to name one.
 */
export function usableResults({ results, faults }: ToldResults, now: Date): ToldResults {
  const usable = results.filter(({ expires_at }) => expires_at === undefined || expires_at > now);
  const expired = results.length - usable.length;
  const bare = usable.filter(({ programs }) => programs.length === 0).length;
  return {
    results: usable,
    faults: [
      ...faults,
      ...(expired > 0 ? [`results that have expired: ${expired}`] : []),
      ...(bare > 0 ? [`results that name no program: ${bare}`] : []),
    ],
  };
}
