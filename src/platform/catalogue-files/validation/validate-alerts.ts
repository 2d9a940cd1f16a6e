import { asGroup, asList, asText, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import { validateHeaders } from './validate-addresses.js';
import type { Report } from './validation-context.js';

const WAYS = ['email', 'slack', 'webhook'] as const;

/** What joi can't check of the group `alerts` of one file. */
export function validateAlerts(data: unknown, report: Report): void {
  const { channels, heartbeat } = asGroup(asGroup(data)['alerts']);
  const names = new Set<string>();
  asList(channels).forEach((item, index) => {
    const channel = asGroup(item);
    const path = ['alerts', 'channels', index];
    const name = asText(channel['name']);
    if (name !== undefined && names.has(name))
      report([...path, 'name'], `is the name of another channel: "${name}"`);
    if (name !== undefined) names.add(name);
    const ways = WAYS.filter((way) => channel[way] !== undefined);
    if (ways.length !== 1) report(path, `needs one of email, slack and webhook`);
    for (const way of ways) checkAddress(channel, channel[way], [...path, way], report);
    validateHeaders(asGroup(channel['headers']), [...path, 'headers'], report);
    if (ways[0] === 'email')
      for (const key of ['headers', 'insecure_http'])
        if (channel[key] !== undefined) report([...path, key], "can't be given for e-mail");
  });
  const beat = asGroup(heartbeat);
  checkAddress(beat, beat['url'], ['alerts', 'heartbeat', 'url'], report);
  validateHeaders(asGroup(beat['headers']), ['alerts', 'heartbeat', 'headers'], report);
}

function checkAddress(group: Loose, url: unknown, path: DataPath, report: Report): void {
  if (typeof url === 'string' && /^http:\/\//i.test(url) && group['insecure_http'] !== true)
    report(path, 'must begin with https:// (or set insecure_http: true on a test system)');
}
