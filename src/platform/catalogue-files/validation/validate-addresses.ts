import { parseDuration } from '../../../core/catalogue/duration.js';
import { asGroup, type Loose } from '../loose.js';
import { addressProblem, headerNameProblem } from '../schema/addresses.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator, Report } from './validation-context.js';

/**
 * A direct offer needs a delivery, a partner offer needs a partner. Addresses, also those of a buyer, use https unless the entry allows http.
 */
export const validateAddresses: EntryValidator = ({ kind, raw }, report) => {
  if (kind === 'buyer')
    for (const notice of ['revocation', 'erasure']) validateEndpoint(asGroup(raw[notice]), [notice], report);
  if (kind !== 'offer') return;
  const partner = raw['kind'] === 'partner';
  const [needed, other] = partner ? (['partner', 'delivery'] as const) : (['delivery', 'partner'] as const);
  const name = partner ? 'a partner offer' : 'a direct offer';
  if (raw[needed] === undefined) report([], `needs "${needed}", as it is ${name}`);
  if (raw[other] !== undefined)
    report([other], `can't be given for ${name}${partner ? ': its submit address is partner.submit' : ''}`);
  const { search, submit } = asGroup(raw['partner']);
  validateEndpoint(asGroup(search), ['partner', 'search'], report);
  validateEndpoint(asGroup(submit), ['partner', 'submit'], report);
  validateEndpoint(asGroup(raw['delivery']), ['delivery'], report);
  const logo = asGroup(raw['school'])['logo_url'];
  const problem = typeof logo === 'string' ? addressProblem(logo) : undefined;
  if (problem !== undefined) report(['school', 'logo_url'], problem);
};

/** The addresses and headers of one destination. */
export function validateEndpoint(endpoint: Loose, path: DataPath, report: Report): void {
  const followUp = asGroup(endpoint['follow_up']);
  const addresses: [unknown, string[]][] = [
    [endpoint['url'], ['url']],
    [endpoint['test_url'], ['test_url']],
    [followUp['url'], ['follow_up', 'url']],
  ];
  for (const [url, at] of addresses)
    if (typeof url === 'string' && /^http:\/\//i.test(url) && endpoint['insecure_http'] !== true)
      report([...path, ...at], 'must begin with https:// (or set insecure_http: true on a test system)');
  const every = parseDuration(typeof followUp['every'] === 'string' ? followUp['every'] : '');
  const until = parseDuration(typeof followUp['for'] === 'string' ? followUp['for'] : '');
  if (every !== undefined && until !== undefined && every > until)
    report([...path, 'follow_up', 'every'], 'is longer than "for"');
  validateHeaders(asGroup(endpoint['headers']), [...path, 'headers'], report);
  validateHeaders(asGroup(followUp['headers']), [...path, 'follow_up', 'headers'], report);
}

/** The names of headers: allowed, and none twice. */
export function validateHeaders(headers: Loose, path: DataPath, report: Report): void {
  const seen = new Set<string>();
  for (const name of Object.keys(headers)) {
    const problem = headerNameProblem(name);
    if (problem !== undefined) report([...path, name], problem);
    else if (seen.has(name.toLowerCase())) report([...path, name], 'is a header that is given twice');
    seen.add(name.toLowerCase());
  }
}
