import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { changeControl, showControl } from './control.js';
import { createLeadDesk, type Deed } from './lead-desk.js';
import { createMemory } from './memory.js';
import { page } from './page.js';
import { partyOf, type Party } from './parties.js';

/**
 * Three buyers and two partners in one server, for demos, tests and rehearsals. docs/sandbox.md describes it. `kept`:
 * how many requests it remembers.
 */
export function createSandbox(clock: () => Date = () => new Date(), kept?: number): Express {
  const memory = createMemory(kept);
  const desk = createLeadDesk(memory, clock);
  const app = express().disable('x-powered-by').disable('etag');
  app.use(express.json({ limit: '1mb' }));

  const by = (kind: Party['kind'], deed: Deed) => (req: Request, res: Response) => {
    const party = partyOf(kind, String(req.params['handle']));
    if (party) deed(party, req, res);
    else res.status(404).json({ error: `no such ${kind}` });
  };
  for (const kind of ['buyer', 'partner'] as const) {
    const leads = `/${kind}s/:handle/leads`;
    app.route(leads).post(by(kind, desk.takeLead)).put(by(kind, desk.takeLead));
    app.get(`${leads}/:reference`, by(kind, desk.tellDecision));
  }
  app.post('/partners/:handle/match', by('partner', desk.search));

  app.get('/', (_req, res) => {
    res.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    res.type('html').send(page(memory));
  });
  app.route('/control').get(showControl(memory)).put(changeControl(memory));
  app
    .route('/received')
    .get((_req, res) => {
      res.json(memory.received());
    })
    .delete((_req, res) => {
      memory.forget();
      res.status(204).end();
    });
  app.use(tellFault);
  return app;
}

/** A body that can't be read is the caller's fault; four parameters make it an error handler. */
const tellFault: ErrorRequestHandler = (_error, _req, res, _next) => {
  res.status(400).json({ error: 'the body is no JSON' });
};
