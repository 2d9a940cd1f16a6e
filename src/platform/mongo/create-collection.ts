import { mongo, type Connection } from 'mongoose';

const NAMESPACE_EXISTS = 48;

/** Creates a collection if it does not exist. Run it before the first insert: two of them at once could both create it. */
export async function createCollection(connection: Connection, name: string): Promise<void> {
  try {
    await connection.createCollection(name);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}
