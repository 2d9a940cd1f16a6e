import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify, parse } from 'yaml';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOfLevel } from '../../../src/core/lead/key-level.js';
import { TEST_DATA_KEYS } from '../../support/services.js';
import { until } from '../../support/until.js';
import { Caller, type Driven } from './caller.js';
import { personalCatalogue } from './catalogue.js';
import { drive } from './drive.js';
import { erase, keptBy, opened, undecidedOf, withKeyedHashes, type Certificate } from './erased.js';
import { killEverySecond, type Kills } from './kills.js';
import { findIn, isClassified, leftBehind } from './left-behind.js';
import { rested } from './rehearse.js';
import { summarize } from './search.js';
import { valueOf, type Truth } from './truth.js';
import { makeEarlier, openTraffic, statementsOf } from './upkeep.js';
import { ALL, openWorld, type World } from './world.js';

const SECOND = `second:${Buffer.alloc(32, 'other').toString('base64')}`;
const BOTH = `${TEST_DATA_KEYS},${SECOND}`;
const NEW_FIRST = `${SECOND},${TEST_DATA_KEYS}`;
/** A busy machine rehearses some of them at a time. */
const PHASES = process.env['PHASES']?.split(',');
const ERASED = Number(process.env['ERASED'] ?? 12);
/** While the identity secret is replaced, which takes four minutes at least. */
const ERASED_MEANWHILE = 4;
const MEANWHILE_EVERY_MS = 45_000;
const RETENTION_MS = 600_000;
const NEXT_SECRET = 'the-next-secret-that-only-tests-have-32-characters';

type Say = (line: string) => void;

/** The whole rehearsal. Resolves with what does not hold, in lines. */
export async function rehearseUpkeep(count: number, say: Say): Promise<string[]> {
  const world = await openWorld({ DATA_KEYS: BOTH, LOG_LEVEL: 'info' });
  let stop = (): void => undefined;
  try {
    await world.start(...ALL);
    const driven = await drive(world, count);
    await rested(world, say);
    const before = await statementsOf(world);
    say(`${driven.truths.length} people; ${before.size} statements`);
    const traffic = openTraffic(world);
    const kills = killEverySecond(world);
    stop = () => {
      kills.stop();
      traffic.stop();
    };
    const found: string[] = [];
    const timed = async (what: string, step: () => Promise<string[]>): Promise<void> => {
      if (PHASES?.includes(what) === false) return;
      const began = performance.now();
      const killed = total(kills);
      found.push(...(await step()).map((line) => `${what}: ${line}`));
      say(`${what}: ${Math.round((performance.now() - began) / 1_000)} s, ${total(kills) - killed} kills`);
    };
    const posted = driven.truths.filter(
      (truth) => driven.wayOf.get(truth.n)?.includes('direct post') === true,
    );
    const erased: Truth[] = [];
    const others = posted.slice(ERASED);
    const certificates: Certificate[] = [];
    await timed('rotation', () => rotate(world, kills));
    await timed('erasure', async () => {
      for (const truth of posted.slice(0, ERASED)) {
        erased.push(truth);
        const who = ['--email', valueOf(truth, 'email'), '--phone', valueOf(truth, 'phone')];
        const printed = await kills.untilDone(
          'person',
          'erase',
          ...who,
          '--case',
          `K-${truth.n}`,
          '--yes',
          '--json',
        );
        certificates.push(JSON.parse(printed) as Certificate);
      }
      return [];
    });
    await timed('secret', async () => {
      const meanwhile = others.slice(0, ERASED_MEANWHILE);
      const erasing = eraseEvery(world, meanwhile, MEANWHILE_EVERY_MS);
      const wrong = await replaceSecret(world, kills);
      certificates.push(...(await erasing));
      erased.push(...meanwhile);
      return wrong;
    });
    await timed('retention', () => endTerms(world));
    await traffic.end();
    await kills.end();
    say(
      `kills: ${[...kills.counts].map(([name, n]) => `${name} ${n}`).join(', ')}; ${traffic.acknowledged.length} of ${traffic.sent} calls of traffic answered`,
    );
    await rested(world, say);
    await erasuresAreDone(world);
    const after = await statementsOf(world);
    for (const [name, text] of before)
      if (after.get(name) !== text) found.push(`another statement of ${name}`);
    found.push(...(await leftOf(world, erased, certificates)));
    // It posts erased people again.
    found.push(...(await duplicates(world, driven)));
    found.push(...(await checked(world, traffic.acknowledged)));
    for (const line of found) say(`! ${line}`);
    return found;
  } finally {
    stop();
    await world.close();
  }
}

const total = ({ counts }: Kills): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** Every process that starts from now on seals under the new key. */
async function rotate(world: World, kills: Kills): Promise<string[]> {
  world.env['DATA_KEYS'] = NEW_FIRST;
  await kills.killAll();
  await kills.untilDone('data-keys', 'rotate');
  return sealedOtherwise(world);
}

/** Records that the second key does not seal. */
async function sealedOtherwise(world: World): Promise<string[]> {
  type Row = Readonly<Record<'key' | 'leads' | 'searches', unknown>>;
  const rows = JSON.parse(await world.leadkeep('data-keys', 'status', '--json')) as Row[];
  return rows
    .filter(({ key, leads, searches }) => key !== 'second' && (leads !== 0 || searches !== 0))
    .map((row) => JSON.stringify(row));
}

/** No claim of the former secret is left, and every process has the next one. */
async function replaceSecret(world: World, kills: Kills): Promise<string[]> {
  world.env['IDENTITY_SECRETS'] = NEXT_SECRET;
  await kills.killAll();
  await kills.untilDone('identity-secret', 'rotate');
  const { phase } = JSON.parse(await world.leadkeep('identity-secret', 'status', '--json')) as {
    readonly phase: string;
  };
  const connection = await world.services.connection();
  const found = phase === 'settled' ? [] : [`it is ${phase}`];
  for (const name of ['claims', 'suppressions']) {
    const former = { _id: { $lt: startOfLevel(1) } };
    const left = await connection.collection<{ _id: string }>(name).countDocuments(former);
    if (left > 0) found.push(`${left} ${name} of the former secret`);
  }
  return found;
}

async function eraseEvery(world: World, truths: readonly Truth[], everyMs: number): Promise<Certificate[]> {
  const certificates: Certificate[] = [];
  for (const truth of truths) {
    await sleep(everyMs);
    certificates.push(await erase(world, truth));
  }
  return certificates;
}

/** Records of the affiliate become two days old, and terms one day. */
async function endTerms(world: World): Promise<string[]> {
  const catalogue = parse(personalCatalogue(world.parties.url)) as object;
  const retention = { searches: '1d', refused_leads: '1d', sold_leads: '1d' };
  const file = join(world.files, 'catalogue.yaml');
  writeFileSync(file, stringify({ ...catalogue, retention }));
  await world.leadkeep('apply', file);
  await makeEarlier(await world.services.connection(), 2);
  const due = async (): Promise<number> => {
    const { classes } = JSON.parse(await world.leadkeep('retention', 'status', '--json')) as {
      classes: { due?: number }[];
    };
    return classes.reduce((sum, { due: n = 0 }) => sum + n, 0);
  };
  const began = await due();
  try {
    await until(async () => (await due()) === 0, 'nothing is due', RETENTION_MS);
  } catch {
    return [`${await due()} of ${began} are still due`];
  }
  return began === 0 ? ['nothing was due'] : [];
}

const erasuresAreDone = async ({ services }: World): Promise<void> => {
  const erasures = (await services.connection()).collection('erasures');
  await until(
    async () => (await erasures.countDocuments({ running: true })) === 0,
    'all erasures are done',
    600_000,
  );
};

const PLAIN = 'direct post: accepts';

/** Everybody whom the buyer has is refused, whatever was erased or forgotten meanwhile. */
async function duplicates(world: World, driven: Driven): Promise<string[]> {
  const found: string[] = [];
  for (const truth of driven.truths.filter(({ n }) => driven.wayOf.get(n) === PLAIN)) {
    const { body } = await new Caller(world, driven, truth, 'again').direct('accepts', {}, { headers: {} });
    if (body['code'] !== 'DUPLICATE') found.push(`${truth.n} was sold again: ${JSON.stringify(body)}`);
  }
  return found;
}

async function checked(world: World, acknowledged: readonly string[]): Promise<string[]> {
  const file = join(world.files, 'acknowledged.txt');
  writeFileSync(file, acknowledged.join('\n'));
  const printed = await world.leadkeep('check', '--json', '--acknowledged', file);
  const { violations } = JSON.parse(printed) as { readonly violations: readonly object[] };
  return violations.map((one) => `leadkeep check: ${JSON.stringify(one)}`);
}

/** What is left of the erased, with all keys. */
async function leftOf(
  world: World,
  erased: readonly Truth[],
  certificates: readonly Certificate[],
): Promise<string[]> {
  const later = undecidedOf(certificates);
  const isKept = keptBy({ later, withoutEvidence: new Set() });
  const { findings } = await findIn(
    opened(leftBehind(world), NEW_FIRST),
    withKeyedHashes(erased, world.secrets),
    (piece, needle, form) => isClassified(piece, needle) || isKept(piece, needle, form),
  );
  return summarize(findings);
}
