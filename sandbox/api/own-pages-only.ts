import type { RequestHandler } from 'express';

/** Refuses requests from pages of other sites that are open in the same browser. */
export const ownPagesOnly: RequestHandler = (req, res, next) => {
  const origin = req.get('origin');
  const site = req.get('sec-fetch-site');
  const foreign =
    (origin !== undefined && origin !== `http://${req.get('host') ?? ''}`) ||
    (site !== undefined && !['same-origin', 'none'].includes(site) && req.method !== 'GET');
  if (foreign) res.status(403).json({ error: 'from another site' });
  else next();
};
