import { compact } from '../../core/catalogue/compact.js';
import {
  DEFAULT_EVENTS,
  type PostbackSettings,
  type Told,
  type WebhookSettings,
} from '../../core/webhooks/webhook-settings.js';
import { DEFAULTS, unless } from './defaults.js';
import type { RawPostback, RawTold, RawWebhook } from './raw.js';

/** From files to the stored form. */
export const normaliseTold = ({ webhook, postback }: RawTold): Told =>
  compact({
    webhook: webhook && {
      url: webhook.url,
      secrets: [webhook.secret].flat(),
      events: webhook.events ?? DEFAULT_EVENTS,
      insecure_http: webhook.insecure_http ?? DEFAULTS.insecure_http,
    },
    postback:
      postback &&
      compact({
        url: postback.url,
        on: postback.on ?? DEFAULTS.on,
        sign: postback.sign,
        insecure_http: postback.insecure_http ?? DEFAULTS.insecure_http,
      }),
  });

/** From the stored form to files. */
export const exportTold = ({ webhook, postback }: Told): RawTold =>
  compact({
    webhook: webhook && exportWebhook(webhook),
    postback: postback && exportPostback(postback),
  });

const exportWebhook = ({ url, secrets, events, insecure_http }: WebhookSettings): RawWebhook =>
  compact({
    url,
    secret: secrets.length === 1 ? (secrets[0] ?? '') : [...secrets],
    events: unless([...events], [...DEFAULT_EVENTS]),
    insecure_http: unless(insecure_http, DEFAULTS.insecure_http),
  });

const exportPostback = ({ url, on, sign, insecure_http }: PostbackSettings): RawPostback =>
  compact({
    url,
    on: unless([...on], [...DEFAULTS.on]),
    sign: sign && { ...sign },
    insecure_http: unless(insecure_http, DEFAULTS.insecure_http),
  });
