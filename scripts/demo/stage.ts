import type { Answer, Api, Call } from './api.js';
import type { ShownOffer } from './offers.js';
import { TRACKING, type Lead } from './people.js';
import type { Expected } from './surprise.js';

/** Ids of the demo catalogue (sandbox/demo-catalogue.yaml) with which the demo calls. */
const CLIENT = {
  svc_affiliate_id: '00000000-0000-4000-a000-000000000001',
  svc_campaign_id: '00000000-0000-4000-b000-000000000001',
};

export const SEARCH = '/api/v1/engine/search';
export const LEADS = '/api/v1/engine/leads';
const SUBMIT_MEMBERS = ['code', 'reason', 'field', 'payout', 'disposition'];

/** The actions of the story's steps. */
export interface Stage {
  readonly api: Api;
  readonly signal: AbortSignal;
  /** Runs a `leadkeep` command and returns its output. */
  readonly leadkeep: (...args: string[]) => Promise<string>;
  /** Resolves when all processes are ready. */
  readonly complete: Promise<unknown>;
  /** The requests that buyers and partners received. */
  readonly received: () => Promise<readonly Answer[]>;
}

export const search = (stage: Stage, lead: Lead): Promise<Answer> =>
  stage.api({
    method: 'POST',
    path: SEARCH,
    body: { ...CLIENT, lead, tracking: TRACKING },
    shown: `lead: ${lead.personal.first_name} ${lead.personal.last_name}, ${lead.address.city} ${lead.address.state}`,
    status: 200,
    expected: { code: 'OK', status: 'saved', success: true, processing_done: false },
    print: ['code', 'svc_lead_id', 'processing_done', 'poll_after_ms'],
  });

/** Form A: submits one result of a search. */
export const submitResult = (
  stage: Stage,
  searchId: unknown,
  result: ShownOffer,
  answers: Readonly<Record<string, unknown>>,
  expected: Expected,
): Promise<Answer> =>
  stage.api({
    ...submit(`result of ${result.offer.name}${inWords(answers)}`, expected),
    body: {
      ...CLIENT,
      search_lead_id: searchId,
      svc_result_id: result.svc_result_id,
      tcpa_consent: true,
      consent_button_label: 'Send',
      ...answers,
    },
  });

/** Form B: posts a whole lead straight to an offer. */
export const postLead = (
  stage: Stage,
  lead: Lead,
  offer: ShownOffer['offer'],
  more: Readonly<Record<string, unknown>>,
  expected: Expected,
): Promise<Answer> =>
  stage.api({
    ...submit(
      `lead: ${lead.personal.first_name} ${lead.personal.last_name}, offer: ${offer.name}${inWords(more)}`,
      expected,
    ),
    body: { ...CLIENT, svc_offer_id: offer.id, lead, tracking: TRACKING, tcpa_consent: true, ...more },
  });

const submit = (shown: string, expected: Expected): Call => ({
  method: 'POST',
  path: LEADS,
  shown,
  status: 200,
  expected,
  print: SUBMIT_MEMBERS,
});

const inWords = (answers: Readonly<Record<string, unknown>>): string =>
  Object.entries(answers)
    .map(([name, value]) => `, ${name}: ${String(value)}`)
    .join('');
