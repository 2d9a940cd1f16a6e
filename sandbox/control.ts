import type { Request, Response } from 'express';
import { ratesOf } from './chance.js';
import type { Memory, Mood } from './memory.js';
import { PARTIES } from './parties.js';

/** `GET /control`: every party and how it was told to behave. */
export const showControl = (memory: Memory) => (_req: Request, res: Response) => {
  res.json(PARTIES.map(({ handle, kind }) => ({ [kind]: handle, ...memory.mood(handle) })));
};

/** `PUT /control`: `{ "buyer" | "partner": handle, "delay_ms"?: 0…60000, "down"?: boolean, "rates"?: { "Later": 0…1 } }`. */
export const changeControl = (memory: Memory) => (req: Request, res: Response) => {
  const wish = (req.body ?? {}) as Readonly<Record<string, unknown>>;
  const handle = wish['buyer'] ?? wish['partner'];
  const party = PARTIES.find((known) => known.handle === handle);
  const fault = party ? faultOf(wish) : 'buyer or partner: none of that name';
  if (!party || fault !== undefined) {
    res.status(400).json({ error: fault });
    return;
  }
  const mood: Mood = memory.mood(party.handle);
  if (typeof wish['delay_ms'] === 'number') mood.delay_ms = wish['delay_ms'];
  if (typeof wish['down'] === 'boolean') mood.down = wish['down'];
  const rates = ratesOf(wish['rates']);
  if (rates) mood.rates = rates;
  res.json({ [party.kind]: party.handle, ...mood });
};

function faultOf({ delay_ms: delay, down, rates }: Readonly<Record<string, unknown>>): string | undefined {
  const delayFits = delay === undefined || (typeof delay === 'number' && delay >= 0 && delay <= 60_000);
  if (!delayFits) return 'delay_ms: 0 to 60000';
  if (rates !== undefined && !ratesOf(rates)) return 'rates: behaviours, 0 to 1 each, 1 at most together';
  return down === undefined || typeof down === 'boolean' ? undefined : 'down: true or false';
}
