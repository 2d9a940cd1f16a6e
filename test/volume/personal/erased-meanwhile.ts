import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller, type Driven } from './caller.js';
import { erase, type Certificate } from './erased.js';
import { newTruth, type Truth } from './truth.js';
import type { World } from './world.js';

/** People who were erased while something else happened to them. */
export interface ErasedMeanwhile {
  readonly truths: readonly Truth[];
  readonly certificates: readonly Certificate[];
  /** What does not hold, in lines. */
  readonly wrong: readonly string[];
}

const PEOPLE = 6;

/**
 * Erases people while their lead is on its way, each twice at once, and others while the data keys are rotated.
 * `rotatedTo`: the keys of which the first is another than the processes'.
 */
export async function eraseMeanwhile(
  world: World,
  driven: Driven,
  rotatedTo: string,
): Promise<ErasedMeanwhile> {
  const truths: Truth[] = [];
  const certificates: Certificate[] = [];
  const wrong: string[] = [];
  const add = (way: string): Caller => {
    const truth = newTruth(driven.truths.length + 1_000_000);
    truths.push(truth);
    return new Caller(world, driven, truth, way);
  };
  for (let n = 0; n < PEOPLE; n += 1) {
    const caller = add('erased during delivery');
    const posted = caller.direct('slow');
    await sleep(randomInt(100, 1_500));
    const both = await Promise.allSettled([erase(world, caller.truth), erase(world, caller.truth)]);
    const done = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (done.length === 0) wrong.push(`both erasures failed: ${JSON.stringify(both)}`);
    const { body } = await posted;
    const id = String(body['svc_lead_id']);
    // It was posted after the erasure looked, if the erasure does not know it.
    done.push(await erase(world, caller.truth));
    certificates.push(...done);
    const hasLeft = world.parties.received.some(({ lead_id }) => lead_id === id);
    if (hasLeft && done.some(({ ended }) => ended.includes(id)))
      wrong.push(`${id} was ended as never sent, and was sent`);
  }
  const others: Caller[] = [];
  for (let n = 0; n < PEOPLE; n += 1) others.push(add('erased during a rotation'));
  await Promise.all(others.map((caller) => caller.direct('accepts')));
  const before = world.env['DATA_KEYS'];
  world.env['DATA_KEYS'] = rotatedTo;
  const rotating = world.leadkeep('data-keys', 'rotate');
  certificates.push(...(await Promise.all(others.map(({ truth }) => erase(world, truth)))));
  await rotating;
  world.env['DATA_KEYS'] = before;
  return { truths, certificates, wrong };
}
