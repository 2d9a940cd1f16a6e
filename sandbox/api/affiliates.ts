import express, { Router, type Request, type Response } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Memory } from '../memory.js';

/** How the endpoints of an affiliate behave. */
const BEHAVIORS = ['well', 'fails', 'hangs', 'slow', 'redirects', 'long', 'busy'] as const;
type Behavior = (typeof BEHAVIORS)[number];

const SLOW_MS = 3_000;
const LONG_BYTES = 50 * 2 ** 20;

/**
 * Affiliates that hear of their leads: they verify webhooks, take postbacks, and misbehave on demand. `secret`: what
 * signs, as `whsec_…`. Without it every webhook is refused.
 */
export function affiliates(memory: Memory, secret: string | undefined, clock: () => Date): Router {
  const behaviors = new Map<string, Behavior>();
  const router = Router();

  function remember(
    req: Request,
    what: 'webhook' | 'postback',
    about: string,
    answer: string,
    status: number,
  ): void {
    memory.remember(
      {
        ...{ party: String(req.params['handle']), what, decided_by: about, idempotency_key: '' },
        ...{ reference: req.get('webhook-id') ?? '', program: '', answer, status },
        ...{ headers: {}, taken: status < 300, again: false },
        body: what === 'webhook' ? String(req.body) : req.query,
      },
      clock(),
    );
  }

  async function misbehaves(req: Request, res: Response): Promise<boolean> {
    const behavior = behaviors.get(String(req.params['handle'])) ?? 'well';
    if (behavior === 'slow') await sleep(SLOW_MS);
    if (behavior === 'well' || behavior === 'slow') return false;
    if (behavior === 'fails') res.status(500).end();
    if (behavior === 'busy') res.status(429).set('retry-after', '5').end();
    if (behavior === 'redirects') res.redirect(307, '/');
    if (behavior === 'long') res.send('x'.repeat(LONG_BYTES));
    return true;
  }

  router.post(
    '/affiliates/:handle/webhook',
    express.text({ type: () => true, limit: '1mb' }),
    async (req, res) => {
      if (await misbehaves(req, res)) return;
      try {
        if (secret === undefined) throw new Error('the sandbox has no secret (LEADKEEP_SECRET_SANDBOX_HOOK)');
        const headers = req.headers as Record<string, string>;
        const event = new Webhook(secret).verify(String(req.body), headers) as { readonly type: string };
        remember(req, 'webhook', event.type, 'verified', 204);
        res.status(204).end();
      } catch (error) {
        remember(req, 'webhook', '', (error as Error).message, 401);
        res.status(401).json({ error: (error as Error).message });
      }
    },
  );
  router.get('/affiliates/:handle/postback', async (req, res) => {
    if (await misbehaves(req, res)) return;
    remember(req, 'postback', '', 'taken', 200);
    res.send('OK');
  });
  router.put('/affiliates/:handle/behavior', express.json(), (req, res) => {
    const { does } = (req.body ?? {}) as { readonly does?: unknown };
    const found = BEHAVIORS.find((each) => each === does);
    if (!found) return void res.status(400).json({ error: `"does" must be one of ${BEHAVIORS.join(', ')}` });
    behaviors.set(req.params.handle, found);
    res.json({ does: found });
  });
  return router;
}
