import type { Connection } from 'mongoose';

/** A command of the driver: of which collection, and what it is called there. */
export type BeforeCommand = (collection: string, command: string) => Promise<unknown>;

const WRITES = new Set(['bulkWrite', 'deleteMany', 'insertMany', 'insertOne', 'updateMany', 'updateOne']);

/** The same connection, on which something is done right before each write, as others do it at any moment. */
export const beforeWrites = (connection: Connection, run: BeforeCommand): Connection =>
  new Proxy(connection, {
    get(target, name) {
      if (name !== 'collection') return Reflect.get(target, name) as unknown;
      return (of: string) =>
        new Proxy(target.collection(of), {
          get(collection, member) {
            const value = Reflect.get(collection, member) as unknown;
            if (typeof value !== 'function') return value;
            if (!WRITES.has(String(member))) return value.bind(collection) as unknown;
            return async (...args: readonly unknown[]) => {
              await run(of, String(member));
              return Reflect.apply(value, collection, args) as unknown;
            };
          },
        });
    },
  });
