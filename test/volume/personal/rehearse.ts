import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { TEST_DATA_KEYS } from '../../support/services.js';
import { until } from '../../support/until.js';
import { unclassifiedPaths } from '../../support/stored-paths.js';
import { SEALED_MS } from '../../../src/core/person/buyer-notice.js';
import type { Driven } from './caller.js';
import { drive } from './drive.js';
import { eraseMeanwhile } from './erased-meanwhile.js';
import { erase, keptBy, opened, undecidedOf, withKeyedHashes, type Certificate } from './erased.js';
import { findIn, isClassified, leftBehind } from './left-behind.js';
import { needlesOf } from './needles.js';
import { summarize } from './search.js';
import { valueOf, type Truth } from './truth.js';
import { ALL, openWorld, type World } from './world.js';

type Say = (line: string) => void;

const SECOND = `second:${Buffer.alloc(32, 'other').toString('base64')}`;
const BOTH = `${TEST_DATA_KEYS},${SECOND}`;

/** The whole rehearsal. Resolves with everything that was found where it may not be, in lines. */
export async function rehearseSearch(leads: number, say: Say): Promise<string[]> {
  const world = await openWorld({ DATA_KEYS: BOTH });
  try {
    await world.start(...ALL);
    const began = performance.now();
    const driven = await drive(world, leads);
    say(`${driven.truths.length} people by ${driven.ways.size} ways in ${since(began)} s`);
    for (const [line, count] of [...driven.answers].sort()) say(`  ${line} × ${count}`);
    await rested(world, say);
    return [...(await searchAll(world, driven, say)), ...(await searchErased(world, driven, say))];
  } finally {
    await world.close();
  }
}

const since = (began: number): number => Math.round((performance.now() - began) / 1_000);

const STUCK_MS = 20_000;

/** Waits until nothing moves by itself. */
export async function rested({ services }: Pick<World, 'services'>, say: Say): Promise<void> {
  const leads = (await services.connection()).collection('leads');
  const moving = { state: { $in: ['queued', 'working', 'sending', 'waiting', 'pending'] } };
  const owing = [{ 'pending_effects.0': { $exists: true } }];
  let before = { left: 0, since: performance.now() };
  for (;;) {
    const found = await leads.find({ $or: [moving, ...owing] }, { projection: { state: 1 } }).toArray();
    const left = found.length;
    if (left === 0) return;
    if (left !== before.left) before = { left, since: performance.now() };
    if (performance.now() - before.since > STUCK_MS) {
      const states = [...new Set(found.map(({ state }) => String(state)))];
      say(`${left} leads wait for others: ${states.join(', ')}`);
      return;
    }
    await sleep(1_000);
  }
}

async function searchAll(world: World, { truths, bodies, looked }: Driven, say: Say): Promise<string[]> {
  const began = performance.now();
  const needles = needlesOf(truths, bodies, world.secrets);
  const { findings, counts } = await findIn(leftBehind(world), needles, (piece, needle) =>
    isClassified(piece, needle, looked),
  );
  for (const [of, { texts, bytes }] of counts)
    say(`  ${of}: ${texts} texts, ${Math.round(bytes / 1_024)} KiB`);
  say(
    `${needles.values} values and ${needles.hashes.size} hashes of their forms looked for in ${since(began)} s`,
  );
  for (const line of summarize(findings)) say(`! ${line}`);
  const unclassified = await unclassifiedPaths(await world.services.connection());
  return [...summarize(findings), ...unclassified.map((path) => `not classified: ${path}`)];
}

/** How many of those that went each way are erased. */
const EACH_WAY = 2;

async function searchErased(world: World, driven: Driven, say: Say): Promise<string[]> {
  const connection = await world.services.connection();
  const meanwhile = await eraseMeanwhile(world, driven, `${SECOND},${TEST_DATA_KEYS}`);
  const yesterday = await backUp(connection);
  const erased: Truth[] = [];
  const taken = new Map<string, number>();
  for (const truth of driven.truths) {
    const way = driven.wayOf.get(truth.n) ?? '';
    // Others of the same way are not erased.
    if ((truth.n + Math.floor(truth.n / driven.ways.size)) % 2 === 1) continue;
    if ((taken.get(way) ?? 0) >= EACH_WAY) continue;
    taken.set(way, (taken.get(way) ?? 0) + 1);
    erased.push(truth);
  }
  const began = performance.now();
  const certificates: Certificate[] = [];
  const withoutEvidence = new Set(erased.filter((_, n) => n % 3 === 0).map(({ n }) => n));
  for (const truth of erased)
    certificates.push(await erase(world, truth, ...(withoutEvidence.has(truth.n) ? ['--no-evidence'] : [])));
  erased.push(...meanwhile.truths);
  certificates.push(...meanwhile.certificates);
  const later = undecidedOf(certificates);
  say(`${erased.length} people erased in ${since(began)} s; ${later.size} of their leads are undecided`);
  const needles = withKeyedHashes(erased, world.secrets);
  const wordsOfOthers = needlesOf(driven.truths.filter((truth) => !erased.includes(truth)));
  const look = async (when: string): Promise<string[]> => {
    const pieces = () => opened(leftBehind(world), BOTH);
    const { findings } = await findIn(
      pieces(),
      needles,
      (piece, needle, form) =>
        isClassified(piece, needle, driven.looked) || keptBy({ later, withoutEvidence })(piece, needle, form),
    );
    // Nothing would be found either if nothing could be opened.
    const emails = new Set<number>();
    await findIn(pieces(), wordsOfOthers, ({ where }, { n, what }) => {
      if (what === 'email' && where.endsWith('(opened)')) emails.add(n);
      return true;
    });
    say(`${when}: ${emails.size} others can be opened`);
    const lines = summarize(findings).map((line) => `${when}: ${line}`);
    for (const line of lines) say(`! ${line}`);
    return [
      ...lines,
      ...(emails.size * 2 < driven.truths.length - erased.length
        ? [`${when}: too few others can be opened`]
        : []),
    ];
  };
  await erasuresAreDone(connection);
  const found = [
    ...meanwhile.wrong,
    ...certificates.filter(({ kept }) => kept['notices_to_buyers'] === undefined).map(unnamed),
    ...(await look('after erasing')),
    ...(await keptTooLong(connection)),
  ];

  await world.stop();
  await requeue(connection, yesterday);
  const web = await (await world.startOne('web')).lives();
  const { http, checks } = await web.ask('/readyz');
  if (http === 200 || !checks?.['erasures']?.includes('replay-journal'))
    found.push(`a process is ready on yesterday's backup: ${JSON.stringify(checks)}`);
  await world.leadkeep('person', 'replay-journal');
  await web.ready();
  // What owes news loses its person when that is published.
  await world.start('sweeper');
  await erasuresAreDone(connection);
  found.push(...(await look('on a restored backup')));

  await world.stop();
  await requeue(connection, yesterday);
  await world.services.redis().del(`${world.services.redisPrefix}:erasures`);
  await world.leadkeep('person', 'replay-journal');
  await world.start(...ALL);
  await erasuresAreDone(connection);
  found.push(...(await look('on a restored backup, with Redis behind')));
  const again = await erase(world, erased[0]!);
  if (again.still_busy.length > 0) found.push(`erased twice: ${valueOf(erased[0]!, 'email')} is busy`);
  const checked = await world.leadkeep('check', '--json');
  const { violations } = JSON.parse(checked) as { readonly violations: readonly object[] };
  return [...found, ...violations.map((one) => `leadkeep check: ${JSON.stringify(one)}`)];
}

const erasuresAreDone = (connection: Connection): Promise<void> =>
  until(
    async () => (await connection.collection('erasures').countDocuments({ running: true })) === 0,
    'all erasures are done',
    600_000,
  );

const unnamed = ({ kept }: Certificate): string => `no notices_to_buyers in ${JSON.stringify(kept)}`;

/** Notices that hold hashes of a person though the buyer was told, without an end, or with one that is too late. */
async function keptTooLong(connection: Connection): Promise<string[]> {
  const latest = new Date(Date.now() + SEALED_MS);
  const sealed = { 'content.sealed': { $exists: true } };
  const found = await connection
    .collection('buyer_notices')
    .find({ ...sealed })
    .toArray();
  return found
    .filter(({ state, content }) => {
      const { sealed_until } = content as { readonly sealed_until?: Date };
      return state === 'delivered' || !sealed_until || sealed_until > latest;
    })
    .map(({ _id, state }) => `${String(_id)}, ${String(state)}, keeps its hashes`);
}

type Backup = ReadonlyMap<string, readonly object[]>;

/** Every document of every collection. */
async function backUp(connection: Connection): Promise<Backup> {
  const all = new Map<string, readonly object[]>();
  for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
    all.set(name, await connection.collection(name).find({}).toArray());
  return all;
}

async function requeue(connection: Connection, backup: Backup): Promise<void> {
  for (const { name } of (await connection.db?.listCollections().toArray()) ?? []) {
    await connection.collection(name).deleteMany({});
    const documents = backup.get(name) ?? [];
    if (documents.length > 0) await connection.collection(name).insertMany([...documents]);
  }
}
