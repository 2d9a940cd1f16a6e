import type { Request, Response } from 'express';
import type { Party } from '../party.js';
import { isFaults, type Parties } from '../parties.js';

const shown = ({ kind, handle, delay_ms, down, rates }: Party) => ({
  ...{ [kind]: handle, delay_ms, down },
  ...(rates ? { rates } : {}),
});

/** `GET /control`: every party and its current settings. */
export const showControl = (parties: Parties) => (_req: Request, res: Response) => {
  res.json(parties.all().map(shown));
};

/** `PUT /control`: `{ "buyer" | "partner": handle, "delay_ms"?: 0…60000, "down"?: boolean, "rates"?: { "Later": 0…1 } }`. */
export const changeControl = (parties: Parties) => (req: Request, res: Response) => {
  const { buyer, partner, ...change } = (req.body ?? {}) as Readonly<Record<string, unknown>>;
  const party = parties.named(String(buyer ?? partner));
  if (!party) {
    res.status(400).json({ error: 'buyer or partner: none of that name' });
    return;
  }
  const { delay_ms = party.delay_ms, down = party.down, rates = party.rates } = change;
  const changed = parties.put({ ...party, delay_ms, down, ...(rates === undefined ? {} : { rates }) });
  if (isFaults(changed)) res.status(400).json({ error: changed.join('; ') });
  else res.json(shown(changed));
};
