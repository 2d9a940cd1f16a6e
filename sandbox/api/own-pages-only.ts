import type { Request, RequestHandler } from 'express';

/** What people look at. The way there changes nothing, so a link of another site may lead there. */
const PAGES = /^\/(edit(\/[^/]+)?)?$/;

/**
 * Refuses requests from pages of other sites that are open in the same browser. GET requests too: some change what the
 * sandbox remembers or decides, and come without an Origin.
 */
export const ownPagesOnly: RequestHandler = (req, res, next) => {
  const origin = req.get('origin');
  const foreign =
    (origin !== undefined && origin !== `http://${req.get('host') ?? ''}`) ||
    (isFromElsewhere(req) && !isLinkToPage(req));
  if (foreign) res.status(403).json({ error: 'from another site' });
  else next();
};

/** Programs send no such header. `none`: somebody typed the address. */
const isFromElsewhere = (req: Request): boolean =>
  !['same-origin', 'none', undefined].includes(req.get('sec-fetch-site'));

const isLinkToPage = (req: Request): boolean =>
  req.method === 'GET' && req.get('sec-fetch-mode') === 'navigate' && PAGES.test(req.path);
