import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { affiliates } from './api/affiliates.js';
import { changeControl, showControl } from './api/control.js';
import { ownHostsOnly } from './api/own-hosts-only.js';
import { ownPagesOnly } from './api/own-pages-only.js';
import { partiesApi } from './api/parties-api.js';
import { filterReceived, jsonLines } from './api/received-query.js';
import { createLeadDesk, type Deed } from './answering/lead-desk.js';
import { createNoticeTaker } from './answering/take-notice.js';
import { readBody, UnreadableBody } from './answering/read-body.js';
import { createMemory } from './memory.js';
import { pages } from './pages/pages.js';
import { createParties } from './parties.js';
import type { Party, SandboxFile } from './party.js';

export interface SandboxOptions {
  readonly clock?: () => Date;
  /** How many requests the sandbox keeps. */
  readonly kept?: number | undefined;
  /** What signs the webhooks of its affiliates, as `whsec_…`. */
  readonly hookSecret?: string | undefined;
}

/** One server that plays the buyers and partners of a file, for demos, tests and rehearsals. See docs/sandbox.md. */
export function createSandbox(
  file: SandboxFile,
  { clock = () => new Date(), kept, hookSecret }: SandboxOptions = {},
): Express {
  const memory = createMemory(kept);
  const parties = createParties(file);
  const desk = createLeadDesk(parties, memory, clock);
  const takeNotice = createNoticeTaker(memory, clock);
  const app = express().disable('x-powered-by').disable('etag');
  // Before other bodies are read: a signature is over the bytes.
  app.use(ownHostsOnly, ownPagesOnly, affiliates(memory, hookSecret, clock));
  app.use(express.text({ type: () => true, limit: '1mb' }), (req, _res, next) => {
    req.body = readBody(req.get('content-type') ?? '', typeof req.body === 'string' ? req.body : '');
    next();
  });

  const by = (kind: Party['kind'], deed: Deed) => (req: Request, res: Response) => {
    const party = parties.of(kind, String(req.params['handle']));
    if (party) deed(party, req, res);
    else res.status(404).json({ error: `no such ${kind}` });
  };
  for (const kind of ['buyer', 'partner'] as const) {
    const leads = `/${kind}s/:handle/leads`;
    app.route(leads).post(by(kind, desk.takeLead)).put(by(kind, desk.takeLead));
    app.get(`${leads}/:reference`, by(kind, desk.tellDecision));
    app.post(`/${kind}s/:handle/revocations`, by(kind, takeNotice('revocation')));
    app.post(`/${kind}s/:handle/erasures`, by(kind, takeNotice('erasure')));
  }
  app.post('/partners/:handle/match', by('partner', desk.search));

  app.route('/control').get(showControl(parties)).put(changeControl(parties));
  app.use(partiesApi(parties), pages(parties, memory));
  app
    .route('/received')
    .get((req, res) => {
      res.json(filterReceived(memory.received(), req.query));
    })
    .delete((_req, res) => {
      memory.forget();
      res.status(204).end();
    });
  app.get('/received/:n', (req, res) => {
    const entry = memory.received().find(({ n }) => String(n) === req.params.n);
    if (entry) res.type('json').send(JSON.stringify(entry, null, 2));
    else res.status(404).json({ error: 'no such request, or it is forgotten' });
  });
  app.get('/received.jsonl', (req, res) => {
    res.type('application/jsonl').send(jsonLines(filterReceived(memory.received(), req.query)));
  });
  app.use(tellFault);
  return app;
}

/** Answers 400 to a body that can't be read. The four parameters make this an Express error handler. */
const tellFault: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  const message = error instanceof UnreadableBody ? error.message : 'the request can not be read';
  res.status(400).json({ error: message });
};
