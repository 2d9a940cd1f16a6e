import { OutageError } from '../../../src/platform/outage.js';

/** What becomes of a call of a port during an outage: not made, or made and not answered; undefined: it is well. */
export type Outage = (what: string) => 'refused' | 'unanswered' | undefined;

const away = (): Error => new OutageError('MongoDB', new Error('an outage'));

/** Makes a call of a port as an outage lets it be made. */
export async function meeting<T>(outage: Outage, what: string, make: () => Promise<T>): Promise<T> {
  const how = outage(what);
  if (how === 'refused') throw away();
  const made = await make();
  if (how === 'unanswered') throw away();
  return made;
}
