import type { PartnerResult } from './partner-result.js';

/** A partner's results, and a message for the operator about each fault. */
export interface ToldResults {
  readonly results: readonly PartnerResult[];
  readonly faults: readonly string[];
}

/**
 * The usable part of a partner's answer: results that have not expired. A result without a program is shown like an
 * offer without programs. The operator gets a message about it, because most partners intend to name one.
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

/** The results without these programs. One that named no other program is left out. */
export const withoutPrograms = (
  results: readonly PartnerResult[],
  out: ReadonlySet<string>,
): readonly PartnerResult[] =>
  results.flatMap((result) => {
    const programs = result.programs.filter(({ value }) => !out.has(value));
    return programs.length === 0 && result.programs.length > 0 ? [] : [{ ...result, programs }];
  });
