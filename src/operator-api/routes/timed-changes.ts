import type { ChangeKind } from '../../core/timed-changes/timed-change.js';
import type { Permission } from '../../core/operators/permissions.js';
import {
  endChangeBody,
  timedLimitBody,
  timedPauseBody,
  timedPayoutBody,
  timedPriceBody,
} from '../bodies/timed-changes.js';
import {
  approveTimed,
  endTimed,
  limitForTime,
  listTimedChanges,
  pauseForTime,
  payoutForTime,
  priceForTime,
  TIMED_CHANGE_PARAMETERS,
  TIMED_CHANGES_PARAMETERS,
} from '../handlers/timed-changes.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const PATH = `${BASE}/timed-changes`;
const OVERLAPS = 'another change of the same field overlaps it';

/** By whom each kind is changed. */
const PERMISSION = {
  pause: 'pause',
  limit: 'limit',
  price: 'price',
  payout: 'price',
} as const satisfies Record<ChangeKind, Permission>;
const BEYOND =
  "also needs `catalogue:apply`; if changes need a second person, it's proposed instead, and another person approves it. Send it with `dry_run` first.";

function end(what: ChangeKind, summary: string, description: string): OperatorRoute {
  return route({
    method: 'POST',
    path: `${PATH}/${what}/:id/end`,
    permission: PERMISSION[what],
    limit: 'acts',
    parameters: TIMED_CHANGE_PARAMETERS,
    body: endChangeBody,
    handle: endTimed(what),
    describe: {
      ...{ id: `end_timed_${what}`, summary, description, schema: 'TimedChange' },
      ...{ notFound: `there is no such ${what}`, conflict: 'it is over' },
    },
  });
}

/** Changes that end by themselves, beside the versions of the catalogue. */
export const TIMED_CHANGE_ROUTES: readonly OperatorRoute[] = [
  route({
    path: PATH,
    permission: 'catalogue:read',
    limit: 'reads',
    parameters: TIMED_CHANGES_PARAMETERS,
    handle: listTimedChanges,
    describe: {
      id: 'list_timed_changes',
      summary: 'List changes that end by themselves',
      description: 'Active and upcoming ones, newest first: what, until when, by whom, and why.',
      schema: 'TimedChangeList',
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/pause`,
    permission: 'pause',
    limit: 'acts',
    parameters: {},
    body: timedPauseBody,
    handle: pauseForTime,
    describe: {
      id: 'pause_for_time',
      summary: 'Pause an offer, buyer or campaign until a time',
      description:
        'New results and submits are refused; leads that wait go on waiting until the pause ends, or their delivery window does. Send it with `dry_run` first.',
      schema: 'TimedChangeDone',
      notFound: 'there is no such entry in the catalogue',
      conflict: `the entry is retired or paused without an end, or ${OVERLAPS}`,
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/limit`,
    permission: 'limit',
    limit: 'acts',
    parameters: {},
    body: timedLimitBody,
    handle: limitForTime,
    describe: {
      id: 'limit_for_time',
      summary: 'Set another limit of a cap until a time',
      description: `It counts what the window has already sold, and does not stop sales. A limit outside the \`limit_range\` of the cap ${BEYOND}`,
      schema: 'TimedChangeDone',
      notFound: 'there is no such cap in the catalogue',
      conflict: `it is the limit in the catalogue, or one that the catalogue does not allow, or ${OVERLAPS}`,
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/price`,
    permission: 'price',
    limit: 'acts',
    parameters: {},
    body: timedPriceBody,
    handle: priceForTime,
    describe: {
      id: 'price_for_time',
      summary: 'Set another price until a time',
      description: `It counts for requests that leave until then. Results that were shown keep their payouts. A price outside the \`price_range\` of the offer ${BEYOND}`,
      schema: 'TimedChangeDone',
      notFound: 'there is no such price in the catalogue',
      conflict: `it is the price in the catalogue, or one that the catalogue does not allow, or ${OVERLAPS}`,
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/payout`,
    permission: 'price',
    limit: 'acts',
    parameters: {},
    body: timedPayoutBody,
    handle: payoutForTime,
    describe: {
      id: 'payout_for_time',
      summary: 'Set another payout until a time',
      description: `It counts for results that are shown and direct posts that leave until then. A payout outside the \`payout_range\` of the campaign's offer ${BEYOND}`,
      schema: 'TimedChangeDone',
      notFound: 'there is no such payout in the catalogue',
      conflict: `it is the payout in the catalogue, or one that the catalogue does not allow, or ${OVERLAPS}`,
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/approve`,
    permission: 'catalogue:apply',
    limit: 'acts',
    parameters: TIMED_CHANGE_PARAMETERS,
    handle: approveTimed,
    describe: {
      id: 'approve_timed_change',
      summary: 'Approve a proposed timed change',
      description:
        'By a person other than the one who proposed it. It takes effect within 5 seconds, or when it begins.',
      schema: 'TimedChange',
      notFound: 'there is no such change',
      conflict: 'nobody must approve it, or you proposed it',
    },
  }),
  end(
    'pause',
    'End a timed pause early',
    'Within 5 seconds. Leads that wait for its end go within 5 minutes.',
  ),
  end('limit', 'End a timed limit early', 'Within 5 seconds, the limit is that of the catalogue again.'),
  end('price', 'End a timed price early', 'Within 5 seconds, the price is that of the catalogue again.'),
  end('payout', 'End a timed payout early', 'Within 5 seconds, the payout is that of the catalogue again.'),
];
