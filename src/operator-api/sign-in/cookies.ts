import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { BEGUN_SIGN_IN_MS, DEVICE_KNOWN_MS } from '../../core/people/device.js';
import { MAX_SESSION_MS } from '../../core/people/session.js';
import type { ConsoleAddress } from './console-address.js';

/** What each cookie is for. A redirect of the identity provider has to bring `begun`, so it is not `strict`. */
const COOKIES = {
  session: { sameSite: 'strict', keptMs: MAX_SESSION_MS },
  device: { sameSite: 'strict', keptMs: DEVICE_KNOWN_MS },
  begun: { sameSite: 'lax', keptMs: BEGUN_SIGN_IN_MS },
} as const;
type CookieName = keyof typeof COOKIES;

/** The console's cookies. No script can read them. */
export interface Cookies {
  read(request: Request, name: CookieName): string | undefined;
  set(request: Request, response: Response, name: CookieName, value: string): void;
  clear(request: Request, response: Response, name: CookieName): void;
}

/**
 * By https the names begin with `__Host-`, so no other host and no page without TLS can set them. On http://localhost
 * Safari takes no such cookie. There the names have the port instead: cookies of one host are the same for all ports.
 */
export function createCookies({ originOf }: Pick<ConsoleAddress, 'originOf'>): Cookies {
  const placeOf = (request: Request, name: CookieName) => {
    const { protocol, port } = new URL(originOf(request));
    const secure = protocol === 'https:';
    return { secure, name: secure ? `__Host-leadkeep-${name}` : `leadkeep-${name}-${port || '80'}` };
  };
  const write = (request: Request, response: Response, name: CookieName, value: string, ms: number): void => {
    const place = placeOf(request, name);
    const { sameSite } = COOKIES[name];
    const rules = { ...{ path: '/', httpOnly: true, sameSite }, maxAge: Math.floor(ms / 1_000) };
    response.append('Set-Cookie', stringifySetCookie({ ...place, value, ...rules }));
  };
  return {
    read: (request, name) => parseCookie(request.headers.cookie ?? '')[placeOf(request, name).name],
    set(request, response, name, value) {
      write(request, response, name, value, COOKIES[name].keptMs);
    },
    clear(request, response, name) {
      write(request, response, name, '', 0);
    },
  };
}
