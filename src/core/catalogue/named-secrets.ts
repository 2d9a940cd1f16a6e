import { ENTRY_KINDS, ENTRY_LISTS, type CatalogueDocument } from './document.js';

const NAME = '[A-Za-z_][A-Za-z0-9_]{0,99}';

/** How a secret may be named. */
export const SECRET_NAME = new RegExp(`^${NAME}$`);

/** `${secret:NAME}`, as a catalogue refers to a secret. Its first group is the name. */
export const SECRET = new RegExp(`\\$\\{secret:(${NAME})\\}`, 'g');

/** The names of the secrets to which a text refers, as often as it does. */
export const secretNamesIn = (text: string): string[] =>
  [...text.matchAll(SECRET)].map(([, name = '']) => name);

/**
 * By the name of a secret, which entries in use name it, like `offer ridge-nursing`; alerts are `alerts`.
 */
export function namedSecrets(document: CatalogueDocument): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  const note = (who: string, part: unknown): void => {
    for (const name of new Set(secretNamesIn(JSON.stringify(part ?? null))))
      named.set(name, [...(named.get(name) ?? []), who]);
  };
  for (const { who, entry } of mayNeedSecrets(document)) note(who, entry);
  note('alerts', document.alerts);
  return named;
}

/** The entries in use, as `offer ridge-nursing`. Buyers are in use when they are retired, too: they are told of what people revoke. */
const mayNeedSecrets = (document: CatalogueDocument) =>
  ENTRY_LISTS.flatMap((list) =>
    document[list]
      .filter(({ status }) => list === 'buyers' || status !== 'retired')
      .map((entry) => ({ who: `${ENTRY_KINDS[list]} ${entry.handle}`, entry })),
  );

/**
 * A warning for each secret in use that would go to a host that is not sent it now: whoever writes a draft chooses where
 * secrets go, and needs to know none.
 */
export function secretsSentElsewhere(before: CatalogueDocument, after: CatalogueDocument): string[] {
  const now = hostsOfSecrets(before);
  return [...hostsOfSecrets(after)].flatMap(([name, hosts]) => {
    const known = now.get(name);
    const added = [...hosts].filter((host) => known && !known.has(host));
    return known === undefined || added.length === 0
      ? []
      : [`secret ${name}, which ${[...known].sort().join(', ')} has, would go to ${added.sort().join(', ')}`];
  });
}

/** By the name of a secret, the hosts that are sent it in a header. */
function hostsOfSecrets(document: CatalogueDocument): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  // What has no headers of its own, like a follow-up, is sent those of what it is in.
  function read(part: unknown, above: readonly string[]): void {
    if (typeof part !== 'object' || part === null) return;
    const { headers, url, test_url, hosts = [] } = part as Partial<Sent>;
    const names = headers ? secretNamesIn(Object.values(headers).join('\n')) : above;
    const to = [...[url, test_url].flatMap(hostOf), ...hosts];
    if (to.length > 0)
      for (const name of names) found.set(name, new Set([...(found.get(name) ?? []), ...to]));
    for (const inner of Object.values(part)) read(inner, names);
  }
  for (const { entry } of mayNeedSecrets(document)) read(entry, []);
  read(document.alerts, []);
  return found;
}

/** What a catalogue says of a request. */
interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string;
  readonly test_url: string;
  readonly hosts: readonly string[];
}

function hostOf(url: string | undefined): string[] {
  const filled = url?.replaceAll('${reference}', 'reference') ?? '';
  return URL.canParse(filled) ? [new URL(filled).host] : [];
}
