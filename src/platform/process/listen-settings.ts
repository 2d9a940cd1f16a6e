import joi from 'joi';
import { host, setting, whole } from './setting-kinds.js';

/** Where a process listens, and who may read there what it says of itself. */
export interface ListenSettings {
  /** `production` closes what only a machine of one's own may leave open. */
  readonly nodeEnv?: string;
  readonly port: number;
  /** What the process `web` is: the API, or the console where a platform shows nothing but `web` to the outside. */
  readonly webServes: 'api' | 'console';
  readonly healthPort?: number;
  /** What `/readyz` and `/metrics` ask for on a port that serves an API. */
  readonly healthToken?: string;
  /** The address that PORT and HEALTH_PORT listen on. */
  readonly host: string;
  /** The address that HEALTH_PORT listens on instead. */
  readonly healthHost?: string;
}

const LOOPBACK = '127.0.0.1';
const EVERY_ADDRESS = '0.0.0.0';

export const listenSettings = {
  nodeEnv: setting(
    joi.string(),
    'a text',
    '`production`, as in the image and on platforms: `/readyz` and `/metrics` are [closed where an API is served](deployment.md#what-listens-where), and no process starts with `NODE_TLS_REJECT_UNAUTHORIZED=0`.',
    'production',
  ),
  port: whole(0, 65_535, 3000, 'Port of the `web` process. 0 picks a free port.'),
  webServes: setting(
    joi.string(),
    'api or console',
    '`console` makes the process `web` the console, on PORT: for a second app on a [platform](platforms.md#the-console) that shows nothing but `web` to the outside.',
    'console',
  )
    .valid('api', 'console')
    .default('api'),
  healthPort: setting(
    joi.number(),
    'a whole number from 0 to 65535',
    'Port on which a process serves `/healthz`, `/readyz` and `/metrics`. Without it, `web` serves them on PORT, `console` on CONSOLE_PORT, and workers don’t listen at all. With it, they are served only there, without a token.',
    9100,
  ).port(),
  healthToken: setting(
    joi.string(),
    'at least 32 characters',
    'Token for `/readyz` and `/metrics` on PORT and CONSOLE_PORT, as `Authorization: Bearer …`. Without it, they are open there, except in production, where they return 404.',
    'made with: openssl rand -base64 48',
  ).min(32),
  host: setting(
    host,
    'an IP address',
    'Address that PORT and HEALTH_PORT listen on. The default is loopback, which a proxy on the same machine can reach, and every network on a [platform](platforms.md) that names itself (Heroku, Dokku, Scalingo). `0.0.0.0` (`::` with IPv6) is every network, as in the image.',
    EVERY_ADDRESS,
  ).default(LOOPBACK),
  healthHost: setting(
    host,
    'an IP address',
    'Address that HEALTH_PORT listens on, if not HOST. In `docker-compose.yml`, it is loopback, for the container’s own health check.',
    LOOPBACK,
  ),
};

/**
 * The variables by which platforms name themselves: Heroku and Dokku by DYNO, Scalingo by the other two. A router on
 * another machine leads to their ports, and stops a `web` that it can't reach.
 */
const isPlatform = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env['DYNO'] || (env['CONTAINER'] && env['CONTAINER_VERSION']));

/** HOST, or what it is where none is set. */
export const hostOf = (env: NodeJS.ProcessEnv): string | undefined =>
  env['HOST'] || (isPlatform(env) ? EVERY_ADDRESS : undefined);

/** What to tell where a port was given, as platforms do, and nobody else can reach it. Undefined: nothing. */
export const loopbackNote = (
  { nodeEnv, host }: Pick<ListenSettings, 'nodeEnv' | 'host'>,
  { PORT, HOST }: NodeJS.ProcessEnv,
): string | undefined =>
  nodeEnv === 'production' && PORT && !HOST && host === LOOPBACK
    ? `HOST is not set, so PORT can be reached from this machine alone; if a router on another one leads here, set HOST=${EVERY_ADDRESS}`
    : undefined;
