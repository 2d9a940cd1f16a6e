import { Router } from 'express';
import { stringify } from 'yaml';
import { parseFile } from '../file/parse-file.js';
import { isFaults, type Parties } from '../parties.js';
import { mergePatch } from './merge-patch.js';

/** Shows and changes the parties: all at once (`/parties`, JSON or YAML) or one by one. */
export function partiesApi(parties: Parties): Router {
  const router = Router();
  const file = () => ({ version: 1, seed: parties.seed(), parties: parties.all() });

  router.get('/parties', (_req, res) => {
    res.json(file());
  });
  router.get('/parties.yaml', (_req, res) => {
    res.type('text/yaml').send(stringify(file(), { aliasDuplicateObjects: false }));
  });
  router.put('/parties', (req, res) => {
    const text = typeof req.body === 'string' ? req.body : JSON.stringify(req.body);
    const parsed = parseFile('body', text);
    if (!parsed.ok) res.status(400).json({ faults: parsed.faults });
    else {
      parties.replace(parsed.file);
      res.json(file());
    }
  });

  router.get('/parties/:handle', (req, res) => {
    const party = parties.named(req.params.handle);
    if (party) res.json(party);
    else res.status(404).json({ error: 'no such party' });
  });
  for (const method of ['put', 'patch'] as const)
    router[method]('/parties/:handle', (req, res) => {
      const { handle } = req.params;
      const known = parties.named(handle);
      if (method === 'patch' && !known) {
        res.status(404).json({ error: 'no such party' });
        return;
      }
      const wish: unknown = method === 'put' ? req.body : mergePatch(known, req.body);
      const changed = parties.put({ ...(wish as object), handle });
      if (isFaults(changed)) res.status(400).json({ faults: changed });
      else res.json(changed);
    });
  router.delete('/parties/:handle', (req, res) => {
    if (parties.remove(req.params.handle)) res.status(204).end();
    else res.status(404).json({ error: 'no such party' });
  });
  return router;
}
