import type { components } from '../../api/schema';
import type { Tone } from '../../parts/notice';
import { counted } from '../../words/format';

export type Endpoint = components['schemas']['WebhookEndpoint'];
export type Message = components['schemas']['WebhookMessage'];

/** How an endpoint does, in a few words. */
export function stateOf({ paused, open_until, failures }: Endpoint): readonly [words: string, tone: Tone] {
  if (paused) return ['Paused', 'plain'];
  if (open_until !== null) return ['Fails, tried one at a time', 'bad'];
  return failures === 0 ? ['Open', 'good'] : [`${counted(failures, 'failure')} in a row`, 'wait'];
}

export const KINDS = { webhook: 'Webhook', postback: 'Postback' } as const;

export const MESSAGE_STATES: Readonly<Record<Message['state'], readonly [words: string, tone: Tone]>> = {
  waiting: ['Waiting', 'wait'],
  delivered: ['Delivered', 'good'],
  parked: ['Given up', 'bad'],
};

const EVENTS: Readonly<Record<string, string>> = {
  'lead.decided': 'a lead was decided',
  'lead.returned': 'a lead was returned',
  'lead.return_reversed': 'a return was undone',
  'cap.reached': 'a cap is full',
  'webhook.test': 'a test',
  accepted: 'a lead was accepted',
  returned: 'a lead was returned',
  test: 'a test',
};

/** What a message tells. */
export const eventWords = (event: string): string => EVENTS[event] ?? event;

/** A lead is named in the id of its messages: `webhook:<lead>:<revision>`. */
export const leadOf = (id: string): string | undefined =>
  /^(?:webhook|postback):([0-9a-f]{8}-[0-9a-f-]{27}):\d+$/.exec(id)?.[1];
