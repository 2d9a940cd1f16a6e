import { Webhook } from 'standardwebhooks';

/** What Leadkeep sends: `data` is what reading the lead answered right after the change. */
export interface WebhookEvent {
  readonly type: 'lead.decided' | 'lead.returned' | 'lead.return_reversed' | 'cap.reached' | 'webhook.test';
  readonly timestamp: string;
  /** Sent again by hand, so it may come out of order. */
  readonly replay?: true;
  readonly data: Readonly<Record<string, unknown>>;
}

/** As Node's `request.headers`, or as a Fetch `Request` has them. */
type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event, if its signature is of one of the secrets; while a secret is changed there are two. `payload` is the body
 * as it came. Throws for everything else, also for an event that is too old.
 */
export function verifyWebhook(
  payload: string,
  headers: WebhookHeaders,
  secrets: readonly [string, ...string[]],
): WebhookEvent {
  const plain = Object.fromEntries(
    (headers instanceof Headers ? [...headers] : Object.entries(headers)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value]] : [],
    ),
  );
  let refused: unknown = new Error('No secret was given');
  for (const secret of secrets)
    try {
      return new Webhook(secret).verify(payload, plain) as WebhookEvent;
    } catch (error) {
      refused = error;
    }
  throw refused;
}
