import { OutageError } from '../../../src/app/outage.js';

/** What becomes of a call of a port during an outage: not made, or made and not answered; undefined: it is well. */
export type Outage = (what: string) => 'refused' | 'unanswered' | undefined;

/** One for all calls: a night has many thousands, and a stack of each takes long. */
const AWAY = new OutageError('MongoDB', new Error('an outage'));

/** Makes a call of a port as an outage lets it be made. */
export async function meeting<T>(outage: Outage, what: string, make: () => Promise<T>): Promise<T> {
  const how = outage(what);
  if (how === 'refused') throw AWAY;
  const made = await make();
  if (how === 'unanswered') throw AWAY;
  return made;
}

const of =
  (how: 'refused' | 'unanswered', ...calls: readonly string[]): Outage =>
  (what) =>
    calls.some((call) => what.startsWith(call)) ? how : undefined;

function takesAlone(what: string): ReturnType<Outage> {
  if (what === 'leads.requeue') return 'refused';
  return what === 'leads.take' ? 'unanswered' : undefined;
}

export const OUTAGES: readonly (readonly [what: string, Outage])[] = [
  ['the claims are away', of('refused', 'claims.')],
  ['Redis is away', of('refused', 'ledger.', 'gate.', 'queues.', 'wake.')],
  ['the gate is away', of('refused', 'gate.')],
  ['MongoDB is away', of('refused', 'leads.', 'searches.', 'claims.')],
  ['takes are applied and never acknowledged', of('unanswered', 'leads.take')],
  ['takes are never acknowledged, and nothing can be requeued', takesAlone],
  ['claims are taken and never acknowledged', of('unanswered', 'claims.take')],
  ['steps of leads are refused', of('refused', 'leads.transition')],
  ['steps of leads are made and never acknowledged', of('unanswered', 'leads.transition')],
];

/** By its name in the table, so that a story is plain data. */
export function outageOf(name: string): Outage {
  const found = OUTAGES.find(([what]) => what === name);
  if (!found) throw new Error(`no outage is called "${name}"`);
  return found[1];
}
