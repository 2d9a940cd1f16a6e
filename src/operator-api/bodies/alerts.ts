import { SEVERITIES } from '../../core/alerts/finding.js';
import { body, moment, name, needed, oneOf, why, type BodyOf } from './kinds.js';

export type MuteBody = BodyOf<typeof muteBody>;
export const muteBody = body({
  rule: name('The name of a rule. Absent: all rules', 40),
  subject: name('The name or id of a subject. Absent: all subjects'),
  up_to: oneOf(SEVERITIES, 'What gets worse than this is told again. Absent: nothing is'),
  until: needed(moment('When it ends, at most 31 days from now')),
  why: needed(why('The reason; it is shown with the mute')),
});

export type TestAlertBody = BodyOf<typeof testAlertBody>;
export const testAlertBody = body({ channel: name('The name of a channel. Absent: all channels', 64) });
