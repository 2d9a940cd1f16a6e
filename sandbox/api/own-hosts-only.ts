import type { RequestHandler } from 'express';
import { isIP } from 'node:net';

/**
 * Prevents DNS rebinding: a public name that resolves to this machine would give its pages access through your browser. An
 * address, `localhost` and a name without a dot (as containers have) can't belong to a public site.
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
