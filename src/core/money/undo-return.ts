import { isPending } from '../caps/given-back.js';
import type { LeadChange, LeadCondition } from '../lead/lead-change.js';
import type { Regained } from '../lead/lead-entry.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { ReturnEffect, UndoneReturn } from '../lead/lead-return.js';
import { effectsOf } from '../lead/pending-effect.js';
import { bookedReversal } from './booked-return.js';
import { standingReturn } from './returned.js';

/** Who undoes a return. `why` is cleaned; it stands in the timeline. */
export interface UndoRequest {
  readonly by: string;
  readonly why: string;
}

interface Written {
  readonly when: LeadCondition;
  readonly change: LeadChange;
}

/**
 * What undoing a return means for a lead in its present state. `why` completes the sentence "The lead …".
 *
 * - `undo`: it is undone at once, because it gave nothing back.
 * - `begin`: the undoing is stored. The sweeper takes back the cap place, and the claims if it can, and then undoes it.
 */
export type Undoing =
  | (Written & { readonly kind: 'undo' | 'begin' })
  /** `by`: who undid it before, or undoes it. */
  | { readonly kind: 'refused'; readonly why: string; readonly by?: string };

/** The members of a lead that undoing a return needs. */
export type UndoneLead = Pick<
  LeadRecord,
  'id' | 'submission' | 'state' | 'offer_id' | 'decision' | 'returns' | 'pending_effects'
>;

/** Whether and how the return of a lead is undone. */
export function undoReturn(lead: UndoneLead, request: UndoRequest, now: Date): Undoing {
  const stands = standingReturn(lead);
  if (!stands) {
    const last = lead.returns?.at(-1)?.undone;
    return last
      ? { kind: 'refused', why: `has no return: the last one was undone by ${last.by}`, by: last.by }
      : { kind: 'refused', why: 'was never returned' };
  }
  const n = (lead.returns?.length ?? 0) - 1;
  const begun = effectsOf(lead, 'return').find((effect) => effect.number === n && effect.what === 'undo');
  if (begun?.what === 'undo')
    return {
      ...{ kind: 'refused', by: begun.by },
      why: 'has a return that is being undone already; lead show tells when it is',
    };
  const effect = { kind: 'return', what: 'undo', number: n, since: now, ...request } as const;
  if (!stands.claim_released && !stands.place_given_back)
    return { kind: 'undo', ...undoneChange(lead, effect, now) };
  return {
    kind: 'begin',
    when: conditionOf(lead, n, 'kept'),
    change: {
      ...{ state: 'accepted', due_at: null },
      return_effect: effect,
      entries: [],
    },
  };
}

/** Whether claims and cap place were had back. */
export type Had = Pick<UndoneReturn, 'claim_regained' | 'place_regained'>;

/** The transition that undoes a return, and owes its entry. */
export function undoneChange(
  lead: UndoneLead,
  { number, by, why }: Pick<Extract<ReturnEffect, { what: 'undo' }>, 'number' | 'by' | 'why'>,
  now: Date,
  had: Had = {},
): Written {
  const code = lead.returns?.[number]?.code;
  const isStored = isPending(lead, number, 'undo');
  const told = (regained: boolean | undefined, name: 'claim' | 'place'): Partial<Record<string, Regained>> =>
    regained === undefined ? {} : { [name]: regained ? 'regained' : 'not regained' };
  return {
    when: conditionOf(lead, number, isStored ? 'stands' : 'kept'),
    change: {
      ...{ state: 'accepted', due_at: null },
      undone: { number, undone: { at: now, by, why, ...had } },
      unbooked_entry: {
        ...{
          kind: 'entry',
          what: 'return_reversal',
          number,
          since: now,
          by,
          ...bookedReversal(lead, number),
        },
        ...(code === undefined ? {} : { reason: code }),
        ...had,
      },
      entries: [
        {
          ...{ at: now, what: 'return_undone', offer_id: lead.offer_id },
          reason: { by, why, ...told(had.claim_regained, 'claim'), ...told(had.place_regained, 'place') },
        },
      ],
    },
  };
}

/** `kept`: of several who ask at once, one undoes it, because each would regain the place. */
const conditionOf = ({ id, submission }: UndoneLead, n: number, is: 'stands' | 'kept'): LeadCondition => ({
  id,
  submission,
  states: ['accepted'],
  returned: { number: n, is },
});
