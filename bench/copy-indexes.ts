import type { mongo } from 'mongoose';

const COLLECTIONS = ['searches', 'leads', 'claims'] as const;

/** Gives the bare pipeline's collections the indexes of Leadkeep's, so that both pay for them. */
export async function copyIndexes(db: mongo.Db): Promise<void> {
  for (const name of COLLECTIONS) {
    const own = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_');
    const copies = own.map(({ v: _, ...index }) => index as mongo.IndexDescription);
    if (copies.length > 0) await db.collection(`bare_${name}`).createIndexes(copies);
  }
}
