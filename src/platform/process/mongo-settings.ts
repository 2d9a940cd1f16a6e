import joi from 'joi';
import { address, setting, whole } from './setting-kinds.js';

export interface MongoSettings {
  readonly mongoUrl: string;
  /** Whether processes that answer calls and decide leads send commands to MongoDB in batches. */
  readonly mongoBatches: 'on' | 'off';
  /** When searches begin to refer to the terms that their results share. */
  readonly sharedTerms: 'now' | 'later';
  /** How long a command waits for its servers. */
  readonly connectWaitMs: number;
}

/** How each process and command reaches the database. */
export const mongoSettings = {
  mongoUrl: address(
    /^mongodb(\+srv)?:\/\//,
    'a mongodb:// or mongodb+srv:// address',
    'mongodb://127.0.0.1:27017/leadkeep',
    'Server that speaks MongoDB’s protocol (MongoDB 8.0 or newer, FerretDB 2.7 or newer), and the database on it. Without a database name: `leadkeep`.',
    'mongodb://mongo.internal:27017/leadkeep',
  ),
  mongoBatches: setting(
    joi.string(),
    'on or off',
    'Whether `web` and the workers send commands on records to MongoDB in batches: `on` or `off`. Under load this makes them quicker; nothing else changes.',
    'off',
  )
    .valid('on', 'off')
    .default('on'),
  sharedTerms: setting(
    joi.string(),
    'now or later',
    '`later` stores all terms with each result of a search, and verdicts in full, while processes of a version that can’t read references, texts or lists of offers still run beside this one ([upgrades](deployment.md#upgrades)).',
    'later',
  )
    .valid('now', 'later')
    .default('now'),
  connectWaitMs: whole(
    100,
    600_000,
    5_000,
    'How long a `leadkeep` command waits for MongoDB or Redis before it gives up. Processes wait for as long as it takes.',
  ),
};
