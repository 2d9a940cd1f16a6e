import Joi from 'joi';
import { moment, name, why } from './kinds.js';

export interface MuteBody {
  readonly rule?: string;
  readonly subject?: string;
  readonly until: string;
  readonly why: string;
}

export const muteBody = Joi.object<MuteBody>({
  rule: name('The name of a rule. Absent: all rules', 40),
  subject: name('The name or id of a subject. Absent: all subjects'),
  until: moment('When it ends, at most 31 days from now').required(),
  why: why('The reason; it is shown with the mute').required(),
});

export interface TestAlertBody {
  readonly channel?: string;
}

export const testAlertBody = Joi.object<TestAlertBody>({
  channel: name('The name of a channel. Absent: all channels', 64),
});
