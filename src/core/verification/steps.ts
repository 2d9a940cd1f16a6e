import type { Campaign, Offer } from '../catalogue/types.js';
import { destinationOf, testedApart, type Destination } from '../destination-gate/destination.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { Verified } from './verified.js';
import type { VerifyStep } from './verify-step.js';

/** A step, and the entry of the catalogue that has it. */
export interface OwnedStep {
  /** The id of the offer or campaign. */
  readonly of: string;
  readonly step: VerifyStep;
}

/** The steps of a lead in their order: those of its campaign, then those of the offer. */
export const stepsOf = (campaign: Campaign, offer: Offer): OwnedStep[] => [
  ...(campaign.verify ?? []).map((step) => ({ of: campaign.id, step })),
  ...(offer.verify ?? []).map((step) => ({ of: offer.id, step })),
];

type Through = Pick<LeadRecord, 'submission' | 'verified'>;

/** The first step that the lead still has to pass. */
export const nextStepOf = (
  { submission, verified = [] }: Through,
  steps: readonly OwnedStep[],
  now: Date,
): OwnedStep | undefined =>
  steps.find(
    ({ of, step }) =>
      !verified.some(
        (one) =>
          isOf(one, { of, step }, submission) &&
          one.outcome !== 'unclear' &&
          (one.until === undefined || one.until > now),
      ),
  );

const isOf = (one: Verified, { of, step }: OwnedStep, submission: number): boolean =>
  one.submission === submission && one.of === of && one.step === step.name;

/** Whether nobody knows what the service of a step would say, since it was asked in this submission. */
export const isUnclear = ({ submission, verified = [] }: Through, owned: OwnedStep): boolean =>
  verified.some((one) => one.outcome === 'unclear' && isOf(one, owned, submission));

/** What the steps of the submission came to, after one more. */
export const afterStep = ({ submission, verified = [] }: Through, one: Verified): Verified[] => [
  ...verified.filter(
    (other) => other.submission === submission && (other.of !== one.of || other.step !== one.step),
  ),
  one,
];

/** The destination of a step, or of its test address. */
export const stepDestination = ({ of, step }: OwnedStep, isTest: boolean): Destination =>
  testedApart(destinationOf(`${of}:verify:${step.name}`, step), isTest);

/** The Idempotency-Key of a step: a worker that asks again after a kill must not make a second claim. */
export const stepKey = (
  { id, submission }: Pick<LeadRecord, 'id' | 'submission'>,
  { of, step }: OwnedStep,
): string => `${id}:${submission}:${of}:${step.name}`;

/**
 * What tells one question from another: the request without its Idempotency-Key, which names a lead, and the rules that
 * read the answer. Offers with the same step share answers.
 */
export function questionOf({ step: { answers } }: OwnedStep, { method, url, headers, body }: Asked): string {
  const { 'idempotency-key': _, ...same } = headers;
  return JSON.stringify([method, url, same, body ?? '', answers]);
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Until when an answer that was given at a moment counts. Undefined: as long as the submission. */
export const countsUntil = ({ cache_ms }: VerifyStep, at: Date): Date | undefined =>
  cache_ms === undefined ? undefined : new Date(at.getTime() + cache_ms);
