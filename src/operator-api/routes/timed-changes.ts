import type { ChangeKind } from '../../core/timed-changes/timed-change.js';
import { endChangeBody, timedLimitBody, timedPauseBody } from '../bodies/timed-changes.js';
import {
  endTimed,
  limitForTime,
  listTimedChanges,
  pauseForTime,
  TIMED_CHANGE_PARAMETERS,
  TIMED_CHANGES_PARAMETERS,
} from '../handlers/timed-changes.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const PATH = `${BASE}/timed-changes`;
const OVERLAPS = 'another change of the same field is in force at some moment of it';

function end(what: ChangeKind, summary: string, description: string): OperatorRoute {
  return route({
    method: 'POST',
    path: `${PATH}/${what}/:id/end`,
    permission: what,
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
      description: 'Those that are in force or to come, newest first: what, until when, by whom, and why.',
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
      description:
        'It counts what the window has already sold, and does not stop sales. A limit outside the `limit_range` of the cap needs `catalogue:apply`, too. Send it with `dry_run` first.',
      schema: 'TimedChangeDone',
      notFound: 'there is no such cap in the catalogue',
      conflict: `it is the limit in the catalogue, or one that the catalogue does not allow, or ${OVERLAPS}`,
    },
  }),
  end(
    'pause',
    'End a timed pause early',
    'Within 5 seconds. Leads that wait for its end go within 5 minutes.',
  ),
  end('limit', 'End a timed limit early', 'Within 5 seconds, the limit is that of the catalogue again.'),
];
