import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { EndpointView } from '../../app/webhooks/list-webhooks.js';
import { renderTable } from './table.js';
import { formatTime } from './time.js';

/** The endpoints with what waits for them. */
export const renderEndpoints = (endpoints: readonly EndpointView[]): string =>
  renderTable(
    ['endpoint', 'affiliate', 'waiting', 'given up', 'state', 'address'],
    endpoints.map((endpoint) => [
      ...[endpoint.name, endpoint.affiliate, String(endpoint.waiting), String(endpoint.parked)],
      ...[stateOf(endpoint), endpoint.url],
    ]),
  );

function stateOf({ paused, open_until, failures }: EndpointView): string {
  if (paused) return `paused by ${paused.by}: ${paused.why}`;
  if (open_until) return `${failures} failures in a row, tried again at ${formatTime(open_until)}`;
  return failures === 0 ? 'works' : `${failures} failures in a row`;
}

/** Messages, each with its newest attempt. */
export const renderMessages = (messages: readonly OutboxMessage[]): string =>
  renderTable(
    ['message', 'event', 'state', 'tries', 'last answer', 'next try'],
    messages.map(({ id, content, state, attempts, due_at }) => {
      const last = attempts.at(-1);
      return [
        ...[id, 'type' in content ? String(content.type) : '', state, String(attempts.length)],
        last ? `${formatTime(last.at)} ${last.detail}` : '',
        due_at ? formatTime(due_at) : '',
      ];
    }),
  );
