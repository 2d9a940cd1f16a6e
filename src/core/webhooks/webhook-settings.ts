/** The events that a webhook may ask for. */
export const WEBHOOK_EVENTS = [
  'lead.decided',
  'lead.returned',
  'lead.return_reversed',
  'cap.reached',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
export const DEFAULT_EVENTS: readonly WebhookEvent[] = [
  'lead.decided',
  'lead.returned',
  'lead.return_reversed',
];

/** Where an affiliate hears what happened to its leads, after the specification Standard Webhooks. */
export interface WebhookSettings {
  readonly url: string;
  /** `${secret:NAME}`, one or two: each signs every event, so that one can be replaced. */
  readonly secrets: readonly string[];
  readonly events: readonly WebhookEvent[];
  readonly insecure_http: boolean;
}

export const POSTBACK_EVENTS = ['accepted', 'returned'] as const;
export type PostbackEvent = (typeof POSTBACK_EVENTS)[number];

/** An address of a tracking platform that is called with GET. */
export interface PostbackSettings {
  /** Its query may hold `{{click_id}}` and the like (`POSTBACK_VALUES`). */
  readonly url: string;
  readonly on: readonly PostbackEvent[];
  /** `parameter` gets the HMAC of the query before it. `secret` is `${secret:NAME}`. */
  readonly sign?: { readonly secret: string; readonly parameter: string };
  readonly insecure_http: boolean;
}

/** Where an affiliate hears of its leads. A campaign's own endpoint replaces that of its affiliate. */
export interface Told {
  readonly webhook?: WebhookSettings;
  readonly postback?: PostbackSettings;
}
