import { hash } from 'node:crypto';
import { attemptsNow, reachedAttempts } from '../delivery/attempt.js';
import type { ConsentEvidence } from '../lead/consent-evidence.js';
import type { ToForget } from '../lead/forgotten.js';
import { fieldOf } from '../lead/lead-data.js';
import type { Attempt, AttemptOutcome, LeadRecord } from '../lead/lead-record.js';
import type { PartnerAsk, ResultTerms } from '../search/search-record.js';

/** Who was sent the person, or may have been. */
export interface Recipient {
  readonly buyer_id: string;
  readonly origin: string;
  readonly at: Date;
  readonly outcome: AttemptOutcome;
}

/** What is known of a partner's part in a search. */
export type AskOfPartner = Pick<PartnerAsk, 'offer_id' | 'run' | 'asked_at' | 'unsent'>;

/**
 * A partner that was asked for results before the person chose one, or may have been. It got what its mapping sends. One
 * to which certainly nothing was sent is not named.
 */
export interface AskedPartner {
  readonly offer_id: string;
  readonly at: Date;
}

/** What proves that a person agreed, and to what. It never changes once it is kept. */
export interface Evidence {
  readonly lead_id: string;
  readonly submission: number;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly program_id?: string;
  readonly received_at: Date;
  readonly person: {
    readonly first_name?: string;
    readonly last_name?: string;
    readonly email?: string;
    readonly phone?: string;
  };
  readonly consent: ConsentEvidence;
  /** The text that the search's result asked for. Absent: a direct post, or the result asked for none. */
  readonly text_asked_for?: string;
  readonly partners: readonly AskedPartner[];
  readonly recipients: readonly Recipient[];
}

/** A lead's submission has at most one. */
export const evidenceId = ({ id, submission }: Pick<LeadRecord, 'id' | 'submission'>): string =>
  `${id}:${submission}`;

/** The members of a lead that its evidence needs. */
export type EvidenceLead = Pick<
  LeadRecord,
  | 'id'
  | 'submission'
  | 'is_test'
  | 'affiliate_id'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'search_id'
  | 'search_run'
  | 'result_run'
  | 'received_at'
  | 'lead'
  | 'consent'
  | 'identities'
> & {
  readonly terms?: Pick<ResultTerms, 'tcpa_text'> | undefined;
  readonly forget?: Pick<ToForget, 'no_evidence'> | undefined;
  readonly attempts: readonly Pick<Attempt, 'submission' | 'at' | 'outcome' | 'sent_to'>[];
};

/** Whether a buyer has the lead, or may have it: an attempt was made of which it is not proven that nothing left. */
export const mayHaveLeft = ({ attempts, is_test }: Pick<EvidenceLead, 'attempts' | 'is_test'>): boolean =>
  !is_test && attempts.some(({ outcome }) => outcome !== 'never_sent');

/** `mayHaveLeft` of the present submission alone. An earlier one has its own evidence. */
export const submissionMayHaveLeft = (
  lead: Pick<EvidenceLead, 'attempts' | 'submission' | 'is_test'>,
): boolean => mayHaveLeft({ is_test: lead.is_test, attempts: attemptsNow(lead) });

/**
 * The evidence of a lead's present submission as it is now. `asked`: the partners of all runs of the search that it was
 * submitted from. It names those of the run whose data the lead has, and of the run that its result is of.
 */
export function evidenceOf(lead: EvidenceLead, asked: readonly AskOfPartner[]): Evidence {
  const { id, submission, affiliate_id, campaign_id, offer_id, program_id, received_at, consent, terms } =
    lead;
  const text = terms?.tcpa_text ?? undefined;
  return {
    ...{ lead_id: id, submission, affiliate_id, campaign_id, offer_id, received_at },
    ...(program_id === undefined ? {} : { program_id }),
    person: personOf(lead),
    consent,
    ...(text === undefined ? {} : { text_asked_for: text }),
    partners: asked
      .filter((one) => one.unsent !== true && isOfRunOf(lead, one))
      .map(({ offer_id: partner, asked_at }) => ({ offer_id: partner, at: asked_at })),
    recipients: reachedAttempts(lead).map(({ at, outcome, sent_to }) => ({
      at,
      outcome,
      buyer_id: sent_to.buyer_id,
      origin: sent_to.delivery_origin,
    })),
  };
}

const isOfRunOf = (
  { search_run, result_run }: Pick<LeadRecord, 'search_run' | 'result_run'>,
  { run }: AskOfPartner,
): boolean => run === search_run || run === result_run;

function personOf({ lead }: Pick<LeadRecord, 'lead'>): Evidence['person'] {
  const names = ['first_name', 'last_name', 'email', 'phone'] as const;
  const found = names.flatMap((name) => {
    const value = fieldOf(lead, `personal.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** What is sealed: the evidence as one text, and the salt without which nobody can guess it from its digest. */
export interface Salted {
  readonly salt: string;
  /** The evidence as JSON. The digest is of these bytes, so it never depends on how a database orders members. */
  readonly text: string;
}

export const digestOf = ({ salt, text }: Salted): string => hash('sha256', `${salt}\n${text}`, 'hex');
