import { parseDuration } from '../../../core/catalogue/duration.js';
import { asGroup, type Loose } from '../loose.js';
import { addressProblem, headerNameProblem } from '../schema/addresses.js';
import type { DataPath } from '../yaml-file.js';
import type { CatalogueCheck, Tell } from './check.js';

/** A direct offer has a delivery, a partner offer a partner; addresses are https unless the entry says otherwise. */
export const checkAddresses: CatalogueCheck = ({ kind, raw }, tell) => {
  if (kind !== 'offer') return;
  const partner = raw['kind'] === 'partner';
  const [needed, other] = partner ? (['partner', 'delivery'] as const) : (['delivery', 'partner'] as const);
  const name = partner ? 'a partner offer' : 'a direct offer';
  if (raw[needed] === undefined) tell([], `needs "${needed}", as it is ${name}`);
  if (raw[other] !== undefined)
    tell([other], `can't be given for ${name}${partner ? ': its submit address is partner.submit' : ''}`);
  const { search, submit } = asGroup(raw['partner']);
  checkEndpoint(asGroup(search), ['partner', 'search'], tell);
  checkEndpoint(asGroup(submit), ['partner', 'submit'], tell);
  checkEndpoint(asGroup(raw['delivery']), ['delivery'], tell);
  const logo = asGroup(raw['school'])['logo_url'];
  const problem = typeof logo === 'string' ? addressProblem(logo) : undefined;
  if (problem !== undefined) tell(['school', 'logo_url'], problem);
};

function checkEndpoint(endpoint: Loose, path: DataPath, tell: Tell): void {
  const followUp = asGroup(endpoint['follow_up']);
  const addresses: [unknown, string[]][] = [
    [endpoint['url'], ['url']],
    [endpoint['test_url'], ['test_url']],
    [followUp['url'], ['follow_up', 'url']],
  ];
  for (const [url, at] of addresses)
    if (typeof url === 'string' && /^http:\/\//i.test(url) && endpoint['insecure_http'] !== true)
      tell([...path, ...at], 'must begin with https:// (or set insecure_http: true on a test system)');
  const every = parseDuration(typeof followUp['every'] === 'string' ? followUp['every'] : '');
  const until = parseDuration(typeof followUp['for'] === 'string' ? followUp['for'] : '');
  if (every !== undefined && until !== undefined && every > until)
    tell([...path, 'follow_up', 'every'], 'is longer than "for"');
  checkHeaders(asGroup(endpoint['headers']), [...path, 'headers'], tell);
  checkHeaders(asGroup(followUp['headers']), [...path, 'follow_up', 'headers'], tell);
}

function checkHeaders(headers: Loose, path: DataPath, tell: Tell): void {
  const seen = new Set<string>();
  for (const name of Object.keys(headers)) {
    const problem = headerNameProblem(name);
    if (problem !== undefined) tell([...path, name], problem);
    else if (seen.has(name.toLowerCase())) tell([...path, name], 'is a header that stands here twice');
    seen.add(name.toLowerCase());
  }
}
