import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'mongoose';
import { CLONE_DIR } from '../../../scripts/processes/clone-dir.js';
import { openMongo } from '../../../src/platform/mongo/mongo.js';
import { createLogger } from '../../../src/platform/process/logger.js';
import { useDataKeys } from '../../../src/platform/mongo/sealing/data-keys-of.js';
import { dataKeysFrom } from '../../../src/platform/process/data-keys.js';
import { readSettings } from '../../../src/platform/process/settings.js';
import { formatLength } from '../../../src/cli/render/time.js';
import { tasksOf } from './answers.js';
import { playHistory } from './play-history.js';

/**
 * Run by `npm start -- --sandbox --history` before the other processes: plays the history into an empty database, and writes
 * the tasks and their right answers to `.leadkeep/history`. Exits 1, with one sentence, if the database is not empty.
 */
const LEADS = 3_000;
const TELL_EVERY_MS = 10_000;
const FOLDER = join(CLONE_DIR, '.leadkeep/history');
const MARK = { _id: 'history' } as const;

interface Mark {
  readonly _id: 'history';
  readonly state: 'playing' | 'played';
  readonly at: Date;
}

const settings = readSettings(process.env);
const mongo = openMongo(settings.mongoUrl, 'operator', createLogger({ logLevel: 'silent' }, 'history'));
const keys = dataKeysFrom(settings);
if (keys) useDataKeys(mongo.connection, keys);
try {
  await mongo.opened;
  console.log(await playOnce(mongo.connection));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await mongo.close();
}

async function playOnce(connection: Connection): Promise<string> {
  const marks = connection.collection<Mark>('meta');
  const mark = await marks.findOne(MARK);
  if (mark?.state === 'played')
    return `the history that was played at ${mark.at.toISOString()} is there already, and ends there`;
  if (mark || (await connection.collection('leads').findOne()) !== null)
    throw new Error(
      `the database has ${mark ? 'half a history' : 'leads'} already, and a history is played into an empty one: remove .leadkeep/ and start again`,
    );
  const began = Date.now();
  console.log(`playing the history: ${LEADS} leads since the first of last month`);
  await marks.insertOne({ ...MARK, state: 'playing', at: new Date() });
  const { answers } = await playHistory(connection, {
    ...{ leads: LEADS, now: new Date(), identitySecret: needSecret() },
    onSlot: progressSince(began),
    auditSecret: settings.auditSecret,
    sandboxUrl: `http://127.0.0.1:${process.env['SANDBOX_PORT'] ?? '4810'}`,
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`);
  writeFileSync(join(FOLDER, 'tasks.md'), tasksOf(answers));
  await marks.updateOne(MARK, { $set: { state: 'played', at: new Date() } });
  const seconds = Math.round((Date.now() - began) / 1_000);
  return `played the history in ${seconds} s; the tasks are in .leadkeep/history/tasks.md, their answers beside it`;
}

/** Says how much is played, and how long the rest takes at this pace. */
function progressSince(began: number): (leads: number) => void {
  let toldAt = began;
  return (leads) => {
    const now = Date.now();
    if (leads === 0 || now - toldAt < TELL_EVERY_MS) return;
    toldAt = now;
    const left = ((now - began) / leads) * Math.max(0, LEADS - leads);
    console.log(`played ${leads} of ${LEADS} leads, about ${formatLength(left)} left`);
  };
}

function needSecret(): string {
  if (settings.identitySecret === undefined) throw new Error('IDENTITY_SECRET is not set');
  return settings.identitySecret;
}
