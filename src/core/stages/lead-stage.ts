import { DateTime } from 'luxon';
import { stagesOf } from '../catalogue/stages.js';
import type { Catalogue } from '../catalogue/types.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isCalendarDate } from '../lead/field-value.js';
import { standingReturn } from '../money/returned.js';

export const STAGE_SOURCES = ['operator', 'file', 'callback'] as const;
export type StageSource = (typeof STAGE_SOURCES)[number];

/** What was reported once of a lead's stage, and by whom. */
interface Reported {
  /** The day on which the lead reached the stage (YYYY-MM-DD), in the buyer's zone. Null: it did not reach it after all. */
  readonly on: string | null;
  /** What it is worth to the buyer. Absent: not reported. */
  readonly value_cents?: number;
  readonly at: Date;
  readonly source: StageSource;
  /** `callback`, or the operator's name. */
  readonly by: string;
}

/** A stage that a sold lead reached, with what is needed to count it. */
export interface LeadStage extends Reported {
  readonly lead_id: string;
  readonly stage: string;
  readonly buyer_id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly program_id?: string;
  readonly subid?: string;
  /** The day of the sale, in the accounting zone. */
  readonly sold_on: string;
  /** The lead was returned when this was reported. */
  readonly after_return?: true;
  /** How often it was corrected. */
  readonly revision: number;
  /** What was reported before, oldest first. Absent: it was not corrected. */
  readonly earlier?: readonly Reported[];
}

/** A lead is corrected at most so often. */
export const MAX_CORRECTIONS = 20;

/** What a buyer, or an operator for it, reports. */
export interface StageReport {
  readonly stage: string;
  /** A day like 2026-10-31. Null: withdrawn. Absent: today. */
  readonly on?: string | null;
  readonly value_cents?: number;
  readonly source: StageSource;
  readonly by: string;
}

interface Facts {
  readonly lead: LeadRecord | undefined;
  /** Only leads that this buyer bought. Absent: of any buyer. */
  readonly buyer_id?: string;
  readonly report: StageReport;
  /** What is stored of this stage. */
  readonly known: LeadStage | undefined;
  readonly catalogue: Catalogue;
  readonly now: Date;
  /** Reports are taken for so long after the sale. */
  readonly taken_for_days: number;
}

/** `why` completes the sentence "The lead …". */
export type StageRule =
  | 'no_lead'
  | 'unknown_stage'
  | 'too_old'
  | 'no_day'
  | 'future'
  | 'before_sale'
  | 'not_reported'
  | 'corrections';
export type StageEvaluated =
  | { readonly kind: 'record'; readonly next: LeadStage }
  | { readonly kind: 'already' }
  | { readonly kind: 'refused'; readonly rule: StageRule; readonly why: string };

/** Unknown, another buyer's, erased and test leads are answered alike, so that nobody learns which of them it is. */
export const NO_SUCH_LEAD = 'is not one that this buyer bought';

const DAY_MS = 86_400_000;

const refused = (rule: StageRule, why: string): StageEvaluated => ({ kind: 'refused', rule, why });

/** Whether a report counts, and what is then stored. Pure. */
export function evaluateStage(facts: Facts): StageEvaluated {
  const { lead, report, known, catalogue, now } = facts;
  const sale = lead?.decision?.sale;
  if (!lead || !sale || lead.state !== 'accepted' || lead.is_test || lead.forgotten || lead.forget)
    return refused('no_lead', NO_SUCH_LEAD);
  if (facts.buyer_id !== undefined && sale.buyer_id !== facts.buyer_id)
    return refused('no_lead', NO_SUCH_LEAD);
  const buyer = catalogue.buyers.get(sale.buyer_id);
  const stages = stagesOf(catalogue, buyer).map(({ code }) => code);
  const { stage, value_cents } = report;
  if (!stages.includes(stage))
    return refused(
      'unknown_stage',
      stages.length === 0
        ? `has no stages: the catalogue names none for ${buyer?.handle ?? 'its buyer'}`
        : `can't have the stage "${stage}": the stages of ${buyer?.handle ?? 'its buyer'} are ${stages.join(', ')}`,
    );
  const sold = lead.decision.at;
  if (now.getTime() - sold.getTime() > facts.taken_for_days * DAY_MS)
    return refused(
      'too_old',
      `was sold over ${facts.taken_for_days} days ago, and its stages are not taken any more`,
    );
  const zone = buyer?.time_zone ?? 'UTC';
  const dayIn = (at: Date, of: string): string => DateTime.fromJSDate(at, { zone: of }).toISODate() ?? '';
  // A callback without a day, which comes again on a later day, is a repeat.
  const before = report.source === 'callback' ? (known?.on ?? undefined) : undefined;
  const { on = before ?? dayIn(now, zone) } = report;
  if (on !== null && !isCalendarDate(on)) return refused('no_day', 'needs a day like 2026-10-31');
  if (on !== null && on > dayIn(now, zone))
    return refused('future', `can't reach a stage on ${on}, which is in the future`);
  if (on !== null && on < dayIn(sold, zone))
    return refused('before_sale', `was sold on ${dayIn(sold, zone)}, so it can't reach a stage on ${on}`);
  const was = known && known.on === on && known.value_cents === value_cents;
  if (was) return { kind: 'already' };
  if (on === null && !known) return refused('not_reported', `was never reported as ${stage}`);
  if (on === null && known?.on === null) return { kind: 'already' };
  if (known && known.revision >= MAX_CORRECTIONS)
    return refused('corrections', `was corrected ${MAX_CORRECTIONS} times; it stays as it is`);
  const { source, by } = report;
  const { tracking, program_id } = lead;
  const subid = tracking.subid;
  return {
    kind: 'record',
    next: {
      ...{ lead_id: lead.id, stage, buyer_id: sale.buyer_id, affiliate_id: lead.affiliate_id },
      ...{ campaign_id: lead.campaign_id, offer_id: lead.offer_id },
      ...(program_id !== undefined && { program_id }),
      ...(typeof subid === 'string' && { subid }),
      sold_on: dayIn(sold, catalogue.books.time_zone),
      ...{ on, at: now, source, by },
      ...(value_cents !== undefined && { value_cents }),
      ...(standingReturn(lead) && { after_return: true as const }),
      revision: (known?.revision ?? -1) + 1,
      ...(known && { earlier: [...(known.earlier ?? []), reportedOf(known)] }),
    },
  };
}

const reportedOf = ({ on, value_cents, at, source, by }: LeadStage): Reported => ({
  ...{ on, at, source, by },
  ...(value_cents !== undefined && { value_cents }),
});
