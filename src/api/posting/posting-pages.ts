import { Router, type Request, type Response } from 'express';
import { openPostingLink, POSTING_PATH, type PostingLink } from '../../app/posting-spec/posting-links.js';
import type { RateLimiter } from '../../app/ports/rate-limiter.js';
import type { WebPorts } from '../../app/ports/web-ports.js';
import { DEAD_LINK_PAGE, postingPage } from '../../core/posting-spec/page/posting-page.js';
import { PAGE_SCRIPT } from '../../core/posting-spec/page/script.js';
import { PAGE_STYLE } from '../../core/posting-spec/page/style.js';
import { postingSpec } from '../../core/posting-spec/posting-spec.js';
import { takeTokens } from '../../http/access/take-tokens.js';
import { notFound } from '../../http/faults.js';
import { requireMethod } from '../../http/require-method.js';
import { localsOf } from '../../http/send.js';
import type { Log } from '../../platform/process/logger.js';
import { sendTestLead } from './send-test-lead.js';

interface PostingParts {
  readonly ports: WebPorts;
  readonly gcra: RateLimiter;
  readonly log: Log;
}

/** For all links of one campaign together. */
export const PAGE_LIMIT = { per_minute: 60, burst: 30 };
export const TEST_LEAD_LIMIT = { per_minute: 10, burst: 5 };

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** Serves the pages of posting specifications. The link itself is the permission: it reads, and sends test leads. */
export function postingPages({ ports, gcra, log }: PostingParts): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const linkOf = ({ params }: Request): PostingLink | undefined => {
    const { token } = params;
    if (typeof token !== 'string') return undefined;
    return openPostingLink(ports.identities, ports.catalogue.current(), token, ports.clock());
  };
  const take = (bucket: string, limit: typeof PAGE_LIMIT): Promise<void> =>
    takeTokens(gcra, { name: `posting-${bucket}`, limit });
  const asset = (name: string, type: string, text: string): void => {
    router.all(`${POSTING_PATH}${name}`, (request, response) => {
      requireMethod(request.method, 'GET');
      response.set(HEADERS).type(type).send(text);
    });
  };
  asset('page.css', 'css', PAGE_STYLE);
  asset('page.js', 'js', PAGE_SCRIPT);

  router.all(`${POSTING_PATH}:token`, async (request, response) => {
    requireMethod(request.method, 'GET');
    begin(response, ':token');
    const link = linkOf(request);
    response.set(HEADERS).type('html');
    if (!link) {
      response.status(404).send(DEAD_LINK_PAGE);
      return;
    }
    const { campaign, until } = link;
    await take(`page:${campaign.id}`, PAGE_LIMIT);
    const to = `${request.params['token']}/test-leads`;
    response.send(postingPage(postingSpec(campaign, ports.clock()), { to, until }));
  });

  router.all(`${POSTING_PATH}:token/test-leads`, async (request, response) => {
    begin(response, ':token/test-leads');
    const link = linkOf(request);
    if (!link) throw notFound();
    requireMethod(request.method, 'POST');
    await take(`test:${link.campaign.id}`, TEST_LEAD_LIMIT);
    await sendTestLead({ ports, log }, link, request, response);
  });
  return router;
}

/** The log names the route, never the link. */
function begin(response: Response, rest: string): void {
  localsOf(response).route = `${POSTING_PATH}${rest}`;
}
