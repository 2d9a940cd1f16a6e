import type { IncomingHttpHeaders } from 'node:http';

/** The API key of a call. A non-empty `Authorization: Bearer` wins over `X-API-Key`; other schemes are ignored. */
export function sentKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^bearer\s+(.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1]?.trim();
  const named = headers['x-api-key'];
  const key = bearer !== undefined && bearer !== '' ? bearer : typeof named === 'string' ? named.trim() : '';
  return key === '' ? undefined : key;
}
