import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadReturn } from '../../core/lead/lead-return.js';
import { requestsView } from '../../core/operators/return-request-view.js';
import { formatTime } from './time.js';

/** The returns of one lead, a line each. */
export const returnLines = (returns: readonly LeadReturn[] = []): string[] =>
  returns.flatMap(({ at, code, by, payout_reversed, overrode, undone, ...gave }) => [
    `  Returned for ${code} by ${by} at ${formatTime(at)}: ${[
      payout_reversed ? 'the payout is taken back' : 'the payout stays',
      gave.place_given_back ? 'its cap place is given back' : 'its cap place stays used',
      gave.claim_released ? 'its claims are released' : 'its claims stay',
      ...(overrode ? [`over ${overrode.rules.join(' and ')} (${overrode.why})`] : []),
    ].join(', ')}`,
    ...(undone
      ? [
          `  Undone by ${undone.by} at ${formatTime(undone.at)}: ${[
            undone.why,
            ...regained('its cap place', undone.place_regained),
            ...regained('its claims', undone.claim_regained),
          ].join(', ')}`,
        ]
      : []),
  ]);

const regained = (what: string, had: boolean | undefined): string[] =>
  had === undefined ? [] : [`${what} could ${had ? '' : 'not '}be had back`];

/** The requests to return one lead, with their evidence and how they ended. */
export const requestLines = (lead: LeadRecord): string[] =>
  requestsView(lead).flatMap(({ at, code, by, decide_by, past_deadline, evidence, links, ended }) => [
    `  Return requested for ${code} by ${by} at ${formatTime(at)}: ${
      ended
        ? `${ended.outcome} by ${ended.by} at ${formatTime(ended.at)}${ended.why === null ? '' : ` (${ended.why})`}`
        : `under review until ${formatTime(decide_by)}, then Leadkeep ${past_deadline}s it`
    }`,
    ...(evidence === null ? [] : [`  Evidence: ${evidence}`]),
    ...links.map((link) => `  Evidence: ${link}`),
  ]);
