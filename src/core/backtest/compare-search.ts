import { campaignOf } from '../catalogue/campaign-of.js';
import { diffValues } from '../catalogue/diff-values.js';
import type { Catalogue, Offer, PartnerApi } from '../catalogue/types.js';
import type { Geo } from '../lead/geo.js';
import type { ResultTerms, SearchRecord } from '../search/search-record.js';
import { evaluateWithVerdicts } from '../search/search-evaluation.js';
import type { Versions } from './compare-lead.js';
import { ruleChange, sameVerdict, type Difference, type Verdict } from './difference.js';

interface Offered {
  readonly offer: Offer;
  readonly verdict: Verdict;
  readonly programs: ReadonlyMap<string, Verdict>;
  readonly terms?: Omit<ResultTerms, 'expires_at'>;
}

/** A partner offer, and the handle of the affiliate for which the partner would be asked. */
export interface Asked {
  readonly offer: Offer;
  readonly partner: PartnerApi;
  readonly affiliate: string;
}

export interface ComparedSearch {
  readonly differences: readonly Difference[];
  /** Partner offers that both catalogues would ask. */
  readonly asked: readonly { readonly before: Asked; readonly after: Asked }[];
}

/**
 * Evaluates a stored search under both catalogues, at the time when it was made. Slots, claims, caps and breakers are
 * left out.
 */
export function compareSearch(stored: SearchRecord, versions: Versions, geo: Geo): ComparedSearch {
  const before = offeredUnder(stored, versions.before, geo);
  const after = offeredUnder(stored, versions.after, geo);
  const asking = (side: Offered | undefined, catalogue: Catalogue): Asked | undefined =>
    side?.verdict === 'passes' && side.offer.partner
      ? {
          offer: side.offer,
          partner: side.offer.partner,
          affiliate: campaignOf(catalogue, stored)?.affiliate.handle ?? '',
        }
      : undefined;
  const differences: Difference[] = [];
  const asked: { before: Asked; after: Asked }[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id), after.get(id)];
    differences.push(...differencesOf(stored.id, old, now));
    const [askedOld, askedNow] = [asking(old, versions.before), asking(now, versions.after)];
    if (askedOld && askedNow) asked.push({ before: askedOld, after: askedNow });
  }
  return { differences, asked };
}

function differencesOf(id: string, old: Offered | undefined, now: Offered | undefined): Difference[] {
  const from = old?.verdict ?? 'not there';
  const to = now?.verdict ?? 'not there';
  const head = { kind: 'offered', id, offer: (now ?? old)?.offer.handle ?? '' } as const;
  const rule = (a: Verdict, b: Verdict) => ruleChange(a, b, old?.offer, now?.offer);
  if (!sameVerdict(from, to)) return [{ ...head, from, to, rule: rule(from, to) }];
  if (!old || !now || from !== 'passes') return [];
  const programs = [...new Set([...old.programs.keys(), ...now.programs.keys()])].flatMap((program) => {
    const [a, b] = [old.programs.get(program) ?? 'not there', now.programs.get(program) ?? 'not there'];
    return sameVerdict(a, b) ? [] : [{ ...head, program, from: a, to: b, rule: rule(a, b) }];
  });
  if (programs.length > 0) return programs;
  const parts = diffValues(old.terms, now.terms).map(({ path }) => path);
  return parts.length === 0 ? [] : [{ ...head, parts, rule: [] }];
}

function offeredUnder(search: SearchRecord, catalogue: Catalogue, geo: Geo): Map<string, Offered> {
  const campaign = campaignOf(catalogue, search);
  if (!campaign) return new Map();
  const context = {
    search: { ...search, slots: [] },
    campaign,
    now: search.created_at,
    geo,
    newId: () => '',
  };
  const { results, verdicts } = evaluateWithVerdicts(context, {
    ...{ suppressions: [], held: [] },
    ...{ isFull: () => false, down: new Set<string>() },
  });
  return new Map(
    [...campaign.offers.values()].map(({ offer }): [string, Offered] => {
      const verdict = verdicts.find(({ offer_id }) => offer_id === offer.id);
      const out = verdict?.programs_out ?? [];
      const result = results.find(({ offer_id }) => offer_id === offer.id);
      const { expires_at: _, ...terms } = result?.terms ?? {};
      // The programs of a partner are known only from its answers.
      const own = offer.kind === 'partner' ? [] : offer.programs;
      const programs = own.map(({ value }): [string, Verdict] => [
        value,
        out.find(({ program }) => program === value)?.refusal ?? 'passes',
      ]);
      return [
        offer.id,
        {
          offer,
          verdict: verdict?.refusal ?? 'passes',
          programs: new Map(programs),
          ...(result ? { terms: terms as Offered['terms'] & object } : {}),
        },
      ];
    }),
  );
}
