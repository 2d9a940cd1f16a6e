import { mongo } from 'mongoose';
import { Fault } from './fault.js';
import type { Doc } from './wire.js';

/** How many documents a first answer has, as MongoDB has it. */
const FIRST_BATCH = 101;
const CURSOR_NOT_FOUND = 43;

export interface Cursors {
  /** The answer with the first documents. */
  open(namespace: string, documents: readonly Doc[], batchSize?: number): Doc;
  more(namespace: string, id: unknown, batchSize?: number): Doc;
  close(ids: readonly unknown[]): void;
}

export function createCursors(): Cursors {
  const open = new Map<number, readonly Doc[]>();
  let last = 0;
  const part = (
    name: 'firstBatch' | 'nextBatch',
    ns: string,
    {
      id,
      documents,
      most,
    }: { readonly id: number; readonly documents: readonly Doc[]; readonly most: number },
  ): Doc => {
    const left = documents.slice(most);
    if (left.length > 0) open.set(id, left);
    else open.delete(id);
    const number = mongo.Long.fromNumber(left.length > 0 ? id : 0);
    return { cursor: { id: number, ns, [name]: documents.slice(0, most) } };
  };
  return {
    open: (ns, documents, most = FIRST_BATCH) => part('firstBatch', ns, { id: (last += 1), documents, most }),
    more(ns, id, most = Number.MAX_SAFE_INTEGER) {
      const documents = open.get(Number(id));
      if (!documents) throw new Fault(CURSOR_NOT_FOUND, 'no such cursor');
      return part('nextBatch', ns, { id: Number(id), documents, most });
    },
    close(ids) {
      for (const id of ids) open.delete(Number(id));
    },
  };
}
