import joi from 'joi';
import { consoleSettings, type ConsoleSettings } from './console-settings.js';
import { publicUrl, setting, trustProxy, whole } from './setting-kinds.js';
import { dataKeySettings, type DataKeySettings } from './data-key-settings.js';
import { evidenceSettings, type EvidenceSettings } from './evidence-settings.js';
import { hostOf, listenSettings, type ListenSettings } from './listen-settings.js';
import { mailSettings, type MailSettings } from './mail-settings.js';
import { mongoSettings, type MongoSettings } from './mongo-settings.js';
import { outboundSettings, proxyInFile, type OutboundSettings } from './outbound-settings.js';
import { identitySettings, type IdentitySecretSettings } from './identity-settings.js';
import { redisSettings, type RedisSettings } from './redis-settings.js';
import { SettingsError } from './settings-error.js';
import { SHUTDOWN_MS } from '../../core/delivery/lease-times.js';

/** Everything an operator sets for a process, read once from the environment. Times are in milliseconds. */
export interface Settings
  extends
    ConsoleSettings,
    DataKeySettings,
    EvidenceSettings,
    IdentitySecretSettings,
    ListenSettings,
    MailSettings,
    MongoSettings,
    OutboundSettings,
    RedisSettings {
  readonly logLevel: string;
  /** The folder with files that hold the secrets of buyers and partners. Read at each use. */
  readonly secretsDir?: string;
  /**
   * The address at which buyers reach `web` for callbacks, without a trailing slash. If absent, mappings have no
   * callback_url.
   */
  readonly publicUrl?: string;
  readonly searchWaitMs: number;
  readonly searchOpenMs: number;
  readonly pollAfterMs: number;
  readonly submitWaitMs: number;
  readonly searchConcurrency: number;
  readonly partnerConcurrency: number;
  readonly submitConcurrency: number;
  readonly sweepEveryMs: number;
  /** A value for Express's `trust proxy`: false, a number of hops, or addresses. */
  readonly trustProxy: false | number | string[];
  readonly maxConnections: number;
  readonly maxConnectionsPerAddress?: number;
  /** Whether `web` serves `/openapi.json` and `/docs`. */
  readonly docs: 'on' | 'off';
  /** How many streams of results a key may have in one `web` process. */
  readonly streamsPerKey: number;
  readonly wrongKeysPerMinute: number;
  readonly wrongKeysBurst: number;
  readonly refreshMs: number;
  /** Stages of a sold lead are taken for so many days after its sale. */
  readonly stageDays: number;
  readonly shutdownMs: number;
}

export { SettingsError } from './settings-error.js';

/** The schema of all settings, by their names in `Settings`. `envName` gives the name in the environment. */
const schemas = {
  ...listenSettings,
  ...consoleSettings,
  ...mongoSettings,
  ...redisSettings,
  logLevel: setting(
    joi.string(),
    'one of fatal, error, warn, info, debug, trace and silent',
    'Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    'debug',
  )
    .valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info'),
  ...outboundSettings,
  ...identitySettings,
  ...dataKeySettings,
  ...evidenceSettings,
  secretsDir: setting(
    joi.string(),
    'a folder',
    'Folder with the secrets of buyers and partners, one file per secret, named as in the catalogue. Read at each use: a new file needs no restart.',
    '/run/leadkeep-secrets',
  ),
  ...mailSettings,
  publicUrl: setting(
    publicUrl,
    'an http:// or https:// address without a query',
    'Address at which buyers reach `web` with callbacks, and people open links to posting specifications. Without it, a mapping’s `callback_url` is absent.',
    'https://leads.example.com',
  ),
  searchWaitMs: whole(0, 30_000, 2_000, 'How long a search waits for its direct offers before it answers.'),
  searchOpenMs: whole(
    1_000,
    600_000,
    45_000,
    'How long a search waits for partners. Then the search is done, even if answers are missing.',
  ),
  pollAfterMs: whole(100, 60_000, 1_000, '`poll_after_ms` in answers to searches that are not done.'),
  submitWaitMs: whole(
    0,
    60_000,
    10_000,
    'How long a submit waits for the decision before it answers 202 PENDING.',
  ),
  searchConcurrency: whole(1, 1_000, 16, 'Searches that one `search` process handles at once.'),
  partnerConcurrency: whole(1, 1_000, 50, 'Partners that one `partner` process asks at once.'),
  submitConcurrency: whole(1, 1_000, 50, 'Leads that one `submit` process handles at once.'),
  sweepEveryMs: whole(100, 600_000, 2_000, 'How often a `sweeper` looks for overdue records.'),
  trustProxy: setting(
    trustProxy,
    'false, a number of proxies, or a list of their addresses',
    'Which proxies in front of `web` and `console` may report the client’s address (for the limits on wrong keys): `false`, how many there are, or their addresses (`loopback`, `linklocal`, `uniquelocal`, addresses, CIDRs). If you trust too many, a client can fake its address.',
    'loopback,10.0.0.0/8',
  ).default(false),
  maxConnections: whole(
    1,
    100_000,
    5_000,
    'Connections that one `web` or `console` process accepts; it closes further ones immediately. The limit is lower if fewer than 200 of the allowed file descriptors (`ulimit -n`) would be left.',
  ),
  maxConnectionsPerAddress: setting(
    joi.number(),
    'a whole number from 1 to 100000',
    'Connections that one address may hold to a `web` or `console` process. Set it only where clients connect directly: behind a load balancer, all of them have its address.',
    50,
  )
    .integer()
    .min(1)
    .max(100_000),
  docs: setting(
    joi.string(),
    'on or off',
    'Whether `web` and `console` serve `/openapi.json` and `/docs`: `on` or `off`.',
    'off',
  )
    .valid('on', 'off')
    .default('on'),
  wrongKeysPerMinute: whole(
    1,
    100_000,
    60,
    'Calls with a wrong API key that one client address may make per minute. Wrong operator keys are counted separately, with the same limit.',
  ),
  streamsPerKey: whole(
    1,
    100_000,
    100,
    'Streams that a key may have open per `web` process; the next one gets 429.',
  ),
  wrongKeysBurst: whole(
    1,
    100_000,
    30,
    'Calls with a wrong API key that one client address may make in a burst.',
  ),
  refreshMs: whole(
    100,
    4_000,
    1_000,
    'How often a process looks for a new catalogue version and for changed API keys. A worker whose job was added under a newer version reads that version first.',
  ),
  stageDays: whole(
    1,
    3_650,
    400,
    'For how many days after a sale buyers may report what became of the lead (stages). Set it for `web` and `console` alike.',
  ),
  shutdownMs: whole(
    100,
    600_000,
    SHUTDOWN_MS,
    'How long a process may take after SIGTERM to finish its work in progress. Whatever stops the process must wait longer: raise `stop_grace_period` (Compose) to 5 s more, or `terminationGracePeriodSeconds` (Kubernetes) to 20 s more.',
  ),
} satisfies { [Name in keyof Settings]-?: joi.Schema };

const schema = joi.object<Settings>(schemas);
const withoutIdentities = schema.fork(['identitySecret'], (secret) => secret.optional());
const SETTINGS = Object.keys(schemas) as (keyof Settings)[];

/** The name of a setting in the environment: `mongoUrl` → `MONGO_URL`. */
export const envName = (setting: keyof Settings): string =>
  setting.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();

/** The names of all settings in the environment. */
export const SETTING_NAMES: readonly string[] = SETTINGS.map(envName);

/** The settings of a process that hashes identities. */
export type IdentitySettings = Settings & Required<Pick<Settings, 'identitySecret'>>;

/**
 * Reads all settings. On errors, throws one SettingsError whose message names every wrong setting and repeats no
 * value. An empty value counts as not set.
 */
export const readSettings = (env: NodeJS.ProcessEnv): IdentitySettings =>
  read(env, schema) as IdentitySettings;

/** The same for a process that hashes no identity. It needs no IDENTITY_SECRET, so it can't leak the secret. */
export const readSettingsWithoutIdentities = (env: NodeJS.ProcessEnv): Settings =>
  read(env, withoutIdentities);

function read(env: NodeJS.ProcessEnv, schema: joi.ObjectSchema<Settings>): Settings {
  const all: NodeJS.ProcessEnv = {
    ...env,
    HOST: hostOf(env),
    OUTBOUND_PROXY: proxyInFile(env) ?? env['OUTBOUND_PROXY'],
  };
  const given = Object.fromEntries(
    SETTINGS.map((name) => [name, all[envName(name)]]).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const result = schema.validate(given, { abortEarly: false, errors: { wrap: { label: false } } });
  const faults = (result.error?.details ?? []).map(({ message, path }) => {
    const name = String(path[0]) as keyof Settings;
    return message.replace(name, envName(name));
  });
  faults.push(...RULES_OF_PRODUCTION.flatMap((rule) => rule(env) ?? []));
  if (faults.length === 0) return result.value as Settings;
  throw new SettingsError(`Settings: ${[...new Set(faults)].join('; ')}.`);
}

const RULES_OF_PRODUCTION: readonly ((env: NodeJS.ProcessEnv) => string | undefined)[] = [
  // Node reads it for every connection of a process, so it would let anybody pose as a buyer.
  ({ NODE_ENV, NODE_TLS_REJECT_UNAUTHORIZED }) =>
    NODE_ENV === 'production' && NODE_TLS_REJECT_UNAUTHORIZED === '0'
      ? 'NODE_TLS_REJECT_UNAUTHORIZED must not be 0 in production, where it would let anybody pose as a buyer (for Redis, set REDIS_TLS_CA, REDIS_TLS_FINGERPRINT or REDIS_TLS)'
      : undefined,
  ({ NODE_ENV, WEB_SERVES, CONSOLE_URL }) =>
    NODE_ENV === 'production' && WEB_SERVES === 'console' && !CONSOLE_URL
      ? 'CONSOLE_URL must be set to the https:// address of this app, since WEB_SERVES is console'
      : undefined,
];

export interface SettingRow {
  readonly name: string;
  readonly description: string;
  /** The default as written in the environment. Undefined without a default. */
  readonly default?: string;
  readonly example: string;
}

/** The rows of docs/reference/settings.md and .env.example, from the schema. */
export function describeSettings(): SettingRow[] {
  return SETTINGS.map((name) => {
    const { flags, examples } = schemas[name].describe() as Described;
    const byDefault = flags?.default;
    return {
      name: envName(name),
      description: flags?.description ?? '',
      ...(byDefault === undefined ? {} : { default: String(byDefault) }),
      example: String(examples?.[0]),
    };
  });
}

interface Described {
  readonly flags?: { readonly description?: string; readonly default?: string | number | boolean | string[] };
  readonly examples?: readonly unknown[];
}
