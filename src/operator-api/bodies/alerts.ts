import Joi from 'joi';
import { SEVERITIES, type Severity } from '../../core/alerts/finding.js';
import { moment, name, oneOf, why } from './kinds.js';

export interface MuteBody {
  readonly rule?: string;
  readonly subject?: string;
  readonly up_to?: Severity;
  readonly until: string;
  readonly why: string;
}

export const muteBody = Joi.object<MuteBody>({
  rule: name('The name of a rule. Absent: all rules', 40),
  subject: name('The name or id of a subject. Absent: all subjects'),
  up_to: oneOf(SEVERITIES, 'What gets worse than this is told again. Absent: nothing is'),
  until: moment('When it ends, at most 31 days from now').required(),
  why: why('The reason; it is shown with the mute').required(),
});

export interface TestAlertBody {
  readonly channel?: string;
}

export const testAlertBody = Joi.object<TestAlertBody>({
  channel: name('The name of a channel. Absent: all channels', 64),
});
