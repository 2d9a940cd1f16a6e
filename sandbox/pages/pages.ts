import { Router } from 'express';
import { parse, stringify } from 'yaml';
import { filterReceived } from '../api/received-query.js';
import type { Memory } from '../memory.js';
import { isFaults, type Faults, type Parties } from '../parties.js';
import { editPage } from './edit-page.js';
import { frontPage } from './front-page.js';

const NEW = 'handle: new-buyer\nkind: buyer\nname: New Buyer\n';

/** Pages that show and edit the parties, and show what they received. They run no scripts and load nothing. */
export function pages(parties: Parties, memory: Memory): Router {
  const router = Router();
  router.use((_req, res, next) => {
    const policy =
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";
    res.set('content-security-policy', policy);
    next();
  });

  router.get('/', (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?')[1]);
    const still = query.has('still');
    query.delete('still');
    const asked = query.toString();
    const received = filterReceived(memory.received(), req.query);
    res.type('html').send(frontPage(parties.all(), received, { asked, still }));
  });
  router.get('/edit', (_req, res) => {
    res.type('html').send(editPage('', NEW, []));
  });
  router.get('/edit/:handle', (req, res) => {
    const party = parties.named(req.params.handle);
    if (party) res.type('html').send(editPage(party.handle, stringify(party), []));
    else res.status(404).json({ error: 'no such party' });
  });
  router.post('/edit', (req, res) => {
    const text = fieldOf(req.body, 'party');
    const faults = change(text);
    if (faults)
      res
        .status(400)
        .type('html')
        .send(editPage('', text, faults));
    else res.redirect(303, '/');
  });
  router.post('/edit/:handle/down', (req, res) => {
    const party = parties.named(req.params.handle);
    if (party) parties.put({ ...party, down: fieldOf(req.body, 'down') === 'true' });
    res.redirect(303, '/');
  });
  return router;

  function change(text: string): Faults | undefined {
    try {
      const changed = parties.put(parse(text));
      return isFaults(changed) ? changed : undefined;
    } catch (error) {
      return [(error as Error).message];
    }
  }
}

function fieldOf(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
}
