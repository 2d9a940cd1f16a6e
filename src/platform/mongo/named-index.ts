import { mongo } from 'mongoose';
import { SettingsError } from '../process/settings.js';

/** What a read that names its index finds. Throws a SettingsError if `migrate` of this release has not run yet. */
export async function readByIndex<T>(read: PromiseLike<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError && error.message.includes('hint provided'))) throw error;
    throw new SettingsError('The database lacks an index of this release: run leadkeep migrate');
  }
}
