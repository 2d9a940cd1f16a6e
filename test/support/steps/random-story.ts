import { parseReservationId } from '../../../src/core/caps/cap-buckets.js';
import { isFinal } from '../../../src/core/lead/lead-states.js';
import { callingBuyers, type Called, type CallingBuyers } from './calling-buyers.js';
import { createClient, personOf, type Client } from './client.js';
import type { Fault } from './fate.js';
import { settleTruly, settleUnknown } from './operator.js';
import type { Behaviour } from './recording-buyers.js';
import { STORY_OFFERS, storyCatalogue, type Change, type StoryOffer } from './story-catalogue.js';
import { inSimulatedTime } from './timers-in-time.js';
import { violationsOf } from './violations.js';
import { createWorld, type World, type WorldOptions } from './world.js';

/** One thing that somebody does. People overlap in part: `email` and `phone` are chosen by themselves. */
export type Act =
  | {
      readonly what: 'post';
      readonly email: number;
      readonly phone: number;
      readonly offer: number;
      readonly consent: boolean;
    }
  | { readonly what: 'pass'; readonly ms: number }
  | { readonly what: 'change'; readonly change: Change }
  /** Of the lead that was acknowledged as the n-th; as its buyer decided, if it did. */
  | { readonly what: 'call back'; readonly lead: number; readonly outcome: Called }
  | { readonly what: 'settle'; readonly lead: number };

/** A life of the world that chance has chosen. */
export interface RandomStory {
  readonly offers: readonly StoryOffer[];
  /** Of the first offer's cap; the buyers' hold one more. */
  readonly limit: number;
  readonly behaviours: readonly Behaviour[];
  /** What buyers say that are asked; to what they have bought "accepted". */
  readonly laterSays: readonly Behaviour[];
  readonly acts: readonly Act[];
  readonly faults: readonly Fault[];
  /** What blows change in the catalogue. */
  readonly change: Change;
  readonly workers: NonNullable<WorldOptions['workers']>;
}

export interface Told {
  readonly calls: number;
  /** Blows that came to something. */
  readonly struck: number;
  readonly violations: readonly string[];
}

/** Tells the story to its end; then operators settle truly, everybody posts again, and whoever sleeps wakes. */
export async function tellRandomStory(story: RandomStory): Promise<Told> {
  const { offers, limit, behaviours, laterSays, faults, workers } = story;
  const changed = new Set<Change>();
  const changedBy = (change: Change, version: number) => {
    if (!changed.delete(change)) changed.add(change);
    return storyCatalogue(offers, limit, { version, changed });
  };
  const world = createWorld({
    catalogue: storyCatalogue(offers, limit, { version: 1, changed }),
    script: {
      deliver: (n, m) => behaviours[(n * 3 + m) % behaviours.length] ?? 'accepted',
      followUp: (n, isSold) => (isSold ? 'accepted' : (laterSays[n % laterSays.length] ?? 'accepted')),
    },
    faults,
    change: ({ version }) => changedBy(story.change, version + 1),
    workers,
  });
  const client = createClient(world);
  const buyers = callingBuyers(world);
  const somebody = { client, buyers, world };
  return inSimulatedTime(world.pass, async () => {
    world.fate.count();
    for (const act of story.acts) {
      await buyers.repeat();
      if (act.what === 'change')
        world.catalogues.apply(changedBy(act.change, world.catalogues.current().version + 1));
      else await perform(act, somebody);
    }
    const calls = world.fate.calls();
    await world.settle();
    await buyers.untilHeard();
    const violations = violationsOf(world, client).filter(
      (one) => ![isFormerReservation, isUnusedMove, isFirstRunsClaim].some((is) => is(one, world)),
    );
    await settleUnknown(world);
    for (const act of story.acts) if (act.what === 'post') await perform(act, somebody);
    await world.settle();
    while (await world.wakeSleepers()) await world.settle();
    await settleUnknown(world);
    violations.push(
      ...violationsOf(world, client).filter(
        (one) => !isSleepersClaim(one, world) && !isFirstRunsClaim(one, world),
      ),
    );
    await tidyUntilDone(world);
    violations.push(...violationsOf(world, client));
    return { calls, struck: world.fate.strikes.length, violations: [...new Set(violations)] };
  });
}

interface Somebody {
  readonly client: Client;
  readonly buyers: CallingBuyers;
  readonly world: World;
}

async function perform(
  act: Exclude<Act, { what: 'change' }>,
  { client, buyers, world }: Somebody,
): Promise<void> {
  if (act.what === 'pass') return world.idle(act.ms);
  if (act.what === 'post') {
    const { email, phone, offer, consent } = act;
    const person = personOf('ann', { email: `mail${email}@example.com`, phone: `608555010${phone}` });
    const body = {
      svc_offer_id: STORY_OFFERS[offer],
      lead: person,
      ...(consent ? {} : { tcpa_consent: false }),
    };
    await client.direct('ann', body);
    return;
  }
  const id = [...client.acknowledged.keys()][act.lead];
  if (id === undefined) return;
  if (act.what === 'settle') return settleTruly(world, id);
  await buyers.callBack(id, act.outcome);
}

/** What strikes the sweeper only puts off what it does. */
async function tidyUntilDone(world: World): Promise<void> {
  const { strikes } = world.fate;
  for (let struck = -1; struck !== strikes.length;) {
    struck = strikes.length;
    const ends = Math.max(0, ...strikes.map(({ until }) => until.getTime()));
    await world.idle(ends - world.clock().getTime());
    await world.tidyUp();
  }
  await world.settle();
}

/**
 * A worker that slept until its lead had ended, claims for it when it wakes, and is struck again before it can give that
 * back, leaves a claim that nobody owes, until the sweeper takes it away.
 */
const isSleepersClaim = (violation: string, { fate: injector }: World): boolean =>
  violation.startsWith('owner-keeps-claim') &&
  injector.strikes.some(({ how }) => how === 'sleeps') &&
  injector.strikes.length > 1;

/**
 * A first run takes nothing (ADR 91), so another worker may end the lead meanwhile. If the first run claims after that and is
 * struck before it finds the lead ended, its claim stays in the same way.
 */
function isFirstRunsClaim(violation: string, { fate: injector, leads }: World): boolean {
  const [, id = ''] = /^owner-keeps-claim: .* owner (\S+) is /.exec(violation) ?? [];
  const lead = leads.all.get(id);
  return injector.strikes.length > 0 && lead?.runs === 1 && lead.attempts.length === 0;
}

/**
 * A run that ends between the write that moves an intent and the move in the ledger leaves the reservation in the former bucket.
 * That cap counts one too many, never one too few. The sweeper trims the reservation once the lead has ended.
 */
function isFormerReservation(violation: string, { ledger, leads, fate: injector }: World): boolean {
  const counts = /^the ledger has (\d+) in (.*), the leads say (\d+)$/.exec(violation);
  if (!counts || injector.strikes.length === 0) return false;
  const [, has, name, due] = counts;
  const reservations = ledger.places().find((bucket) => bucket.name === name)?.members ?? [];
  const undecided = reservations.filter((id) => {
    const lead = leads.all.get(parseReservationId(id)?.lead_id ?? '');
    return lead !== undefined && !isFinal(lead.state);
  });
  const excess = Number(has) - Number(due);
  return excess > 0 && excess <= undecided.length;
}

/**
 * Where such a run's lead is left to an operator, it holds a place where it moved to, and none is reserved. It is not sent there.
 */
function isUnusedMove(violation: string, { leads, fate: injector }: World): boolean {
  const [, has, due] = COUNTS.exec(violation) ?? [];
  const lacking = has === undefined ? 1 : Number(due) - Number(has);
  const left = [...leads.all.values()].filter(
    ({ state, intent, attempts }) =>
      state === 'unknown' && intent?.kept?.at(-1)?.attempts === attempts.length,
  );
  const isMissing =
    violation.endsWith('holds a place and is not reserved') || (has !== undefined && lacking > 0);
  return isMissing && lacking <= left.length && injector.strikes.length > 0;
}

const COUNTS = /^the ledger has (\d+) in .*, the leads say (\d+)$/;
