import { endChangeBody, timedPauseBody } from '../bodies/timed-changes.js';
import {
  endTimed,
  listTimedChanges,
  pauseForTime,
  TIMED_CHANGE_PARAMETERS,
  TIMED_CHANGES_PARAMETERS,
} from '../handlers/timed-changes.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const PATH = `${BASE}/timed-changes`;
const OVERLAPS = 'another change of the same field is in force at some moment of it';

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
    path: `${PATH}/pause/:id/end`,
    permission: 'pause',
    limit: 'acts',
    parameters: TIMED_CHANGE_PARAMETERS,
    body: endChangeBody,
    handle: endTimed('pause'),
    describe: {
      id: 'end_timed_pause',
      summary: 'End a timed pause early',
      description: 'Within 5 seconds. Leads that wait for its end go within 5 minutes.',
      schema: 'TimedChange',
      notFound: 'there is no such pause',
      conflict: 'it is over',
    },
  }),
];
