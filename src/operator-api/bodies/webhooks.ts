import { body, flag, name, needed, oneOf, why, type BodyOf } from './kinds.js';

const endpoint = needed(name('The name of an endpoint, as the list has it'));

export type PauseWebhookBody = BodyOf<typeof pauseWebhookBody>;
export const pauseWebhookBody = body({
  endpoint,
  paused: needed(flag('true: nothing is sent. false: what waits is tried at once')),
  why: why('The reason of a pause; it is shown with it'),
});

export type ReplayWebhooksBody = BodyOf<typeof replayWebhooksBody>;
export const replayWebhooksBody = body({
  about: needed(name('The name of an endpoint, or the id of a lead')),
  state: oneOf(['delivered', 'parked'], 'Only those'),
});

export type TestWebhookBody = BodyOf<typeof testWebhookBody>;
export const testWebhookBody = body({ endpoint });
