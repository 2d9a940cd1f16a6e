import { randomUUID } from 'node:crypto';
import { countStagesOfDays } from '../../src/app/stages/count-stages.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import { doAct } from './stage/do-act.js';
import type { Stage } from './stage/open-stage.js';
import { submitLead } from './stage/submit-lead.js';
import { printStatements, type Printed } from './stage/print-statements.js';
import type { Slot } from './story/acts.js';
import { createStoryteller, type Storyteller } from './storyteller.js';

/** Leads of a half hour come side by side. */
const AT_ONCE = 8;

export interface Played {
  readonly storyteller: Storyteller;
  readonly leads: number;
  /** The statements of each closed month, as they were printed right after its close. */
  readonly printed: ReadonlyMap<string, Printed>;
}

interface PlayOptions {
  readonly end: Date;
  /** Is told how many leads came so far. */
  readonly onSlot?: (leads: number) => void;
}

/** Plays a story on a stage, half hour by half hour, until nothing is left to do after its end. */
export async function play(
  story: readonly Slot[],
  stage: Stage,
  { end, onSlot }: PlayOptions,
): Promise<Played> {
  const storyteller = createStoryteller();
  const printed = new Map<string, Printed>();
  let leads = 0;
  for (const slot of story) {
    if (slot.leads[0]) stage.passTo(slot.leads[0].at);
    await sideBySide(slot.leads, AT_ONCE, (lead) => submitLead(stage, lead));
    for (const lead of slot.leads) storyteller.came(lead);
    for (const [at, act] of slot.acts) {
      stage.passTo(at);
      const outcome = await doAct(stage, act);
      storyteller.did(act, at, outcome);
      if (act.what === 'close' && outcome === 'closed')
        printed.set(act.month, await printStatements(stage, act.month));
    }
    onSlot?.((leads += slot.leads.length));
  }
  await comeToRest(stage, end);
  return { storyteller, leads, printed };
}

/** The sweeper works until nothing is left to do. */
async function comeToRest(stage: Stage, end: Date): Promise<void> {
  await stage.wakeAll();
  while ((await countStagesOfDays({ ...stage, newId: randomUUID })) > 0);
  for (let n = 1; ; n += 1) {
    stage.passTo(new Date(end.getTime() + n * 60_000));
    const { effects, adjustments, requests } = await sweep(stage.ports);
    await stage.runJobs();
    if (effects + adjustments + requests === 0) return;
  }
}

async function sideBySide<T>(
  all: readonly T[],
  limit: number,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const left = [...all];
  const work = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: limit }, work));
}
