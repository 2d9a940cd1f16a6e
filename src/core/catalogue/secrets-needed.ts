import { alertSettingsOf, type AlertSettings } from '../alerts/settings.js';
import type { PostbackSettings, WebhookSettings } from '../webhooks/webhook-settings.js';
import { inUse } from './in-use.js';
import { secretNamesIn } from './named-secrets.js';

type Headers = Readonly<Record<string, string>>;

/** An offer, or a campaign, which has verification steps alone. */
export interface Caller {
  readonly handle: string;
  readonly delivery?: {
    readonly headers: Headers;
    readonly follow_up?: { readonly headers?: Headers };
    readonly callback?: { readonly secret: string };
  };
  readonly partner?: { readonly search: { readonly headers: Headers } };
  readonly verify?: readonly { readonly headers: Headers }[];
}

/** A buyer, with the addresses at which it is told of revocations and erasures. */
type NotifiedBuyer = { readonly handle: string } & Partial<
  Readonly<Record<'revocation' | 'erasure', { readonly headers: Headers }>>
>;

/** An affiliate or a campaign. */
interface Teller {
  readonly handle: string;
  readonly webhook?: Pick<WebhookSettings, 'secrets'>;
  readonly postback?: Pick<PostbackSettings, 'sign'>;
}

interface Status {
  readonly status: string;
}

/** What may need secrets of a catalogue: its retired entries too. */
export interface Needing {
  readonly affiliates: readonly (Teller & Status)[];
  readonly buyers: readonly NotifiedBuyer[];
  readonly offers: readonly (Caller & Status)[];
  readonly campaigns: readonly (Caller & Teller & Status)[];
  readonly alerts?: AlertSettings;
}

/** Names of secrets, each with the handles of those that use it. Both are sorted. */
export type ByName = ReadonlyMap<string, readonly string[]>;

interface SecretsNeeded {
  /** The processes that read these secrets. */
  readonly processes: readonly string[];
  /** Begins the sentence that ends with the handles. */
  readonly need: string;
  readonly needed: (needing: Needing) => ByName;
}

/** Who needs which secrets. Retired entries need none, except where something may still be owed to them. */
export const SECRETS_NEEDED: readonly SecretsNeeded[] = [
  {
    processes: ['submit', 'partner'],
    need: 'the workers need it for',
    needed: ({ offers, campaigns }) => neededToCall(inUse([...offers, ...campaigns])),
  },
  {
    processes: ['web'],
    need: 'web needs it for callbacks for',
    needed: ({ offers }) => neededForCallbacks(inUse(offers)),
  },
  {
    processes: ['submit'],
    need: 'submit needs it to tell',
    // A retired buyer still has people's data, and is told of what they revoke.
    needed: ({ buyers }) =>
      namesIn(buyers, ({ revocation, erasure }) =>
        [revocation?.headers ?? {}, erasure?.headers ?? {}].flatMap((each) => Object.values(each)),
      ),
  },
  {
    processes: ['notify'],
    need: 'notify needs it to tell',
    needed: ({ affiliates, campaigns }) =>
      namesIn(inUse<Teller & Status>([...affiliates, ...campaigns]), ({ webhook, postback }) => [
        ...(webhook?.secrets ?? []),
        ...(postback?.sign ? [postback.sign.secret] : []),
      ]),
  },
  {
    processes: ['console'],
    need: 'console needs it for',
    needed: (needing) => neededForAlerts(alertSettingsOf(needing)),
  },
];

/** By the name of a secret, the kinds of processes that need it. */
export function processesThatNeed(needing: Needing): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const { processes, needed } of SECRETS_NEEDED)
    for (const name of needed(needing).keys())
      found.set(name, new Set([...(found.get(name) ?? []), ...processes]));
  return new Map([...found].map(([name, processes]) => [name, [...processes].sort()]));
}

/** What requests to buyers, partners and verification services need. */
export const neededToCall = (callers: readonly Caller[]): ByName =>
  namesIn(callers, ({ delivery, partner, verify = [] }) =>
    [
      delivery?.headers ?? {},
      delivery?.follow_up?.headers ?? {},
      partner?.search.headers ?? {},
      ...verify.map(({ headers }) => headers),
    ].flatMap((each) => Object.values(each)),
  );

/** What signs the callbacks of buyers. */
export const neededForCallbacks = (callers: readonly Caller[]): ByName =>
  namesIn(callers, ({ delivery }) => (delivery?.callback ? [delivery.callback.secret] : []));

function neededForAlerts({ channels, heartbeat }: AlertSettings): ByName {
  const told = channels.flatMap(({ name, via }) =>
    via.kind === 'email' ? [] : { handle: `channel ${name}`, ...via },
  );
  const called = [...told, ...(heartbeat ? [{ handle: 'heartbeat', ...heartbeat }] : [])];
  return namesIn(called, ({ url, headers }) => [url, ...Object.values(headers)]);
}

function namesIn<User extends { readonly handle: string }>(
  users: readonly User[],
  textsOf: (user: User) => readonly string[],
): ByName {
  const named = new Map<string, string[]>();
  for (const user of users)
    for (const name of new Set(textsOf(user).flatMap(secretNamesIn)))
      named.set(name, [...(named.get(name) ?? []), user.handle]);
  return new Map([...named].sort(([a], [b]) => a.localeCompare(b)));
}
