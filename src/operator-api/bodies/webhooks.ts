import Joi from 'joi';
import { flag, name, oneOf, why } from './kinds.js';

const endpoint = name('The name of an endpoint, as the list has it').required();

export interface PauseWebhookBody {
  readonly endpoint: string;
  readonly paused: boolean;
  readonly why?: string;
}

export const pauseWebhookBody = Joi.object<PauseWebhookBody>({
  endpoint,
  paused: flag('true: nothing is sent. false: what waits is tried at once').required(),
  why: why('The reason of a pause; it is shown with it'),
});

export interface ReplayWebhooksBody {
  readonly about: string;
  readonly state?: 'delivered' | 'parked';
}

export const replayWebhooksBody = Joi.object<ReplayWebhooksBody>({
  about: name('The name of an endpoint, or the id of a lead').required(),
  state: oneOf(['delivered', 'parked'], 'Only those'),
});

export interface TestWebhookBody {
  readonly endpoint: string;
}

export const testWebhookBody = Joi.object<TestWebhookBody>({ endpoint });
