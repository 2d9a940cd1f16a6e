import { address, whole } from './setting-kinds.js';

export interface MongoSettings {
  readonly mongoUrl: string;
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
  connectWaitMs: whole(
    100,
    600_000,
    5_000,
    'How long a `leadkeep` command waits for MongoDB or Redis before it gives up. Processes wait for as long as it takes.',
  ),
};
