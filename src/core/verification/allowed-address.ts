import { namesSeveral } from '../lead/consent-evidence.js';
import type { VerifyStep } from './verify-step.js';

const MAX_LENGTH = 2_000;

/**
 * The address to ask at, if the step may ask there: one that begins with its `url`, or one at its `hosts`. The lead's
 * affiliate chose it, and the request has the secrets of the step, so what is not allowed is never called.
 */
export function allowedAddress(
  { url, hosts = [], insecure_http }: Pick<VerifyStep, 'url' | 'hosts' | 'insecure_http'>,
  given: unknown,
): string | undefined {
  if (typeof given !== 'string' || given.length > MAX_LENGTH || namesSeveral(given) || !URL.canParse(given))
    return undefined;
  const at = new URL(given);
  const isWeb = at.protocol === 'https:' || (insecure_http && at.protocol === 'http:');
  if (!isWeb || at.username !== '' || at.password !== '') return undefined;
  if (!hosts.includes(at.host) && !isBelow(new URL(url), at)) return undefined;
  at.hash = '';
  return at.href;
}

/**
 * Escapes of `/`, `\` and `%`, broken ones, and dots with parameters: some servers decode a path before they resolve its
 * dots, and would then serve another path than the one that was compared.
 */
const TWO_READINGS = /%2f|%5c|%25|%(?![0-9a-f]{2})|\/(?:\.|%2e){1,2};/i;

const isBelow = (base: URL, { origin, pathname }: URL): boolean =>
  origin === base.origin &&
  (base.pathname === '/' || !TWO_READINGS.test(pathname)) &&
  (pathname === base.pathname || pathname.startsWith(base.pathname.replace(/\/?$/, '/')));
