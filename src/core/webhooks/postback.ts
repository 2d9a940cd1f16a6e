import type { LeadNews } from '../news/lead-news.js';
import type { PostbackEvent } from './webhook-settings.js';

/** What the query of a postback's address may hold, in `{{…}}`. */
export const POSTBACK_VALUES = ['click_id', 'subid', 'payout', 'status', 'transaction_id'] as const;
export type PostbackValues = Readonly<Record<(typeof POSTBACK_VALUES)[number], string>>;

const PLACE = /\{\{([^{}]*)\}\}/g;

/** `payout` is what the lead pays now: 0 if a return took it back, empty if none is configured. */
export function postbackValues(
  { lead_id, tracking, answer }: LeadNews,
  status: PostbackEvent,
): PostbackValues {
  const payout = answer.payout_reversed === true ? 0 : answer.payout;
  return {
    click_id: tracking.click_id ?? '',
    subid: tracking.subid ?? '',
    payout: payout?.toFixed(2) ?? '',
    status,
    transaction_id: lead_id,
  };
}

/** What is wrong with the address of a postback, or undefined. */
export function placeholderProblem(url: string): string | undefined {
  const [before = '', query = ''] = url.split(/\?(.*)/s);
  if (before.includes('{{') || before.includes('}}')) return 'can hold {{…}} in its query only';
  if (query.includes('#')) return "can't hold a fragment (#…)";
  const unknown = [...query.matchAll(PLACE)].map(([, name = '']) => name).find((name) => !isValue(name));
  if (unknown !== undefined)
    return `holds {{${unknown}}}: there are ${POSTBACK_VALUES.map((name) => `{{${name}}}`).join(', ')}`;
  return /[{}]/.test(query.replaceAll(PLACE, '')) ? 'holds a { or } that belongs to no {{…}}' : undefined;
}

const isValue = (name: string): name is keyof PostbackValues =>
  (POSTBACK_VALUES as readonly string[]).includes(name);

/**
 * The address with its values, percent-encoded. `sign` makes the value of the last parameter from the whole query
 * before it.
 */
export function fillPostback(
  url: string,
  values: PostbackValues,
  signed?: { readonly parameter: string; readonly sign: (query: string) => string },
): string {
  const [before = '', template = ''] = url.split(/\?(.*)/s);
  const query = template.replaceAll(PLACE, (_, name: string) => (isValue(name) ? encoded(values[name]) : ''));
  const parts = signed ? [query, `${encoded(signed.parameter)}=${encoded(signed.sign(query))}`] : [query];
  const whole = parts.filter((part) => part !== '').join('&');
  return whole === '' ? before : `${before}?${whole}`;
}

/** Everything but letters, digits and `-._~`. Half of a surrogate pair becomes the replacement character. */
const encoded = (text: string): string =>
  encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
