import type { IncomingHttpHeaders } from 'node:http';

/** The API key of a call: `Authorization: Bearer` wins over `X-API-Key`; an empty or other `Authorization` is none. */
export function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer\s+(.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1]?.trim();
  const named = headers['x-api-key'];
  const key = bearer !== undefined && bearer !== '' ? bearer : typeof named === 'string' ? named.trim() : '';
  return key === '' ? undefined : key;
}
