import { asGroup, asText } from '../loose.js';
import type { EntryValidator } from './validation-context.js';

const HTTP = /^http:\/\//i;

/** What joi can't check of webhooks and postbacks: https, and a signature whose parameter stands alone. */
export const validateWebhooks: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'affiliate' && kind !== 'campaign') return;
  for (const key of ['webhook', 'postback']) {
    const group = asGroup(raw[key]);
    const url = asText(group['url']) ?? '';
    if (HTTP.test(url) && group['insecure_http'] !== true)
      report([key, 'url'], 'must begin with https:// (or set insecure_http: true on a test system)');
    const parameter = asText(asGroup(group['sign'])['parameter']);
    const query = url.split(/\?(.*)/s)[1] ?? '';
    if (parameter !== undefined && new URLSearchParams(query).has(parameter))
      report([key, 'sign', 'parameter'], 'is in the address already: Leadkeep adds it at the end');
  }
};
