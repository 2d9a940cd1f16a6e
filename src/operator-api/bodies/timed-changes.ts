import Joi from 'joi';
import { SWITCHES, type SwitchKind } from '../../core/catalogue/switch-entry.js';
import type { CapOf } from '../../core/drafts/change-cap.js';
import { MOMENT_WORDS } from '../../core/timed-changes/moment-in-zone.js';
import { expecting } from '../../http/described-schema.js';
import { capOf } from './drafts.js';
import { count, dryRun, name, oneOf, why } from './kinds.js';

/** The use case reads it by the clock of the entry's zone. */
const moment = (description: string): Joi.StringSchema =>
  expecting(Joi.string().max(40), MOMENT_WORDS).description(description);

interface Timed {
  readonly from?: string;
  readonly until: string;
  /** Absent on the command line alone. */
  readonly why?: string;
  readonly dry_run: boolean;
}

const timed = {
  from: moment('When it begins. Absent: now'),
  until: moment('When it ends by itself; until just before that it is in force').required(),
  why: why('The reason; it is shown with the change').required(),
  dry_run: dryRun(),
};

export interface TimedPauseBody extends Timed {
  readonly kind: SwitchKind;
  readonly handle: string;
}

export const timedPauseBody = Joi.object<TimedPauseBody>({
  kind: oneOf(Object.keys(SWITCHES), 'The kind of the entry').required(),
  handle: name('The handle of the entry').required(),
  ...timed,
});

export interface TimedLimitBody extends Timed, CapOf {
  readonly limit: number;
}

export const timedLimitBody = Joi.object<TimedLimitBody>({
  ...capOf,
  limit: count(1, 1_000_000_000, 'The limit until then').required(),
  ...timed,
});

export interface EndChangeBody {
  readonly why?: string;
}

export const endChangeBody = Joi.object<EndChangeBody>({
  why: why('The reason; it is shown with the change').required(),
});
