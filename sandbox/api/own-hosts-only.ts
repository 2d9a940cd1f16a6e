import type { RequestHandler } from 'express';
import { isIP } from 'node:net';

/**
 * A name of the web may be made to resolve to this machine (DNS rebinding), and then a page under it is no stranger to the
 * browser. An address, `localhost` and a name without a dot, as containers have, can't be anybody's on the web.
 */
export const ownHostsOnly: RequestHandler = (req, res, next) => {
  if (isOwn(req.get('host') ?? '')) next();
  else res.status(403).json({ error: 'under another host' });
};

function isOwn(host: string): boolean {
  const name = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(host)?.[1]?.toLowerCase() ?? '';
  if (name.startsWith('[')) return isIP(name.slice(1, -1)) === 6;
  return isIP(name) === 4 || name.endsWith('.localhost') || /^[a-z0-9_-]+$/.test(name);
}
