import type { Request, Response } from 'express';
import type { Memory, Mood } from './memory.js';
import { PARTIES } from './parties.js';

/** `GET /control`: every party and how it was told to behave. */
export const showControl = (memory: Memory) => (_req: Request, res: Response) => {
  res.json(PARTIES.map(({ handle, kind }) => ({ [kind]: handle, ...memory.mood(handle) })));
};

/** `PUT /control`: `{ "buyer" | "partner": handle, "delay_ms"?: 0…60000, "down"?: boolean }`. */
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
  res.json({ [party.kind]: party.handle, ...mood });
};

function faultOf({ delay_ms: delay, down }: Readonly<Record<string, unknown>>): string | undefined {
  const delayFits = delay === undefined || (typeof delay === 'number' && delay >= 0 && delay <= 60_000);
  if (!delayFits) return 'delay_ms: 0 to 60000';
  return down === undefined || typeof down === 'boolean' ? undefined : 'down: true or false';
}
