import type { Model } from 'mongoose';
import { TRANSITIONS } from '../../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../../core/lead/lead-change.js';
import type { LeadRecord } from '../../../core/lead/lead-record.js';
import { dueAt, keepEntries, type Stored } from './documents.js';
import { plain } from './plain-collection.js';

type Leads = Model<Stored<LeadRecord>>;

/**
 * One step of a lead, conditional on everything its worker believed. A step that the state machine does not have
 * is a fault of the program and throws, whatever state the lead is in.
 */
export async function transition(leads: Leads, when: LeadCondition, change: LeadChange): Promise<boolean> {
  for (const from of when.states)
    if (!TRANSITIONS[from].includes(change.state))
      throw new Error(`no way leads from ${from} to ${change.state}`);
  if (change.new_attempt && change.attempt_end)
    throw new Error('one step begins an attempt or ends one, not both');
  const written = await plain(leads).updateOne(filterOf(when, change), updateOf(change));
  return written.matchedCount === 1;
}

function filterOf(when: LeadCondition, { attempt_end }: LeadChange) {
  const { id, round, states, runs, attempts, leased_at, intent_at } = when;
  return {
    _id: id,
    round,
    state: { $in: states },
    ...(runs === undefined ? {} : { runs }),
    ...(attempts === undefined ? {} : { attempts: { $size: attempts } }),
    ...(leased_at === undefined ? {} : { due_at: { $gt: leased_at } }),
    ...(intent_at === undefined ? {} : { 'intent.at': intent_at }),
    // Attempts are numbered from 1 over all rounds and never cut: the n-th stands at n - 1.
    ...(attempt_end ? named(attempt_end) : {}),
  };
}

function named({ n, run }: NonNullable<LeadChange['attempt_end']>): Record<string, unknown> {
  const at = `attempts.${n - 1}`;
  return { [`${at}.n`]: n, ...(run === undefined ? {} : { [`${at}.run`]: run }) };
}

function updateOf(change: LeadChange) {
  const { state, intent, reference, pending_since, first_due_at, decision, waiting } = change;
  const { attempt_end, new_attempt, effect, callback, entries } = change;
  const due = dueAt(change.due_at);
  return {
    $set: {
      state,
      ...due.set,
      ...given({ intent, reference, pending_since, first_due_at, decision, waiting }),
      ...ended(attempt_end),
    },
    ...unset({ due_at: change.due_at === null, waiting: waiting === undefined }),
    $push: {
      timeline: keepEntries(entries),
      ...given({ attempts: new_attempt, debts: effect, callbacks: callback }),
    },
  };
}

/** An empty `$unset` is none. */
function unset(members: Readonly<Record<string, boolean>>): object {
  const gone = Object.entries(members).filter(([, isGone]) => isGone);
  return gone.length === 0 ? {} : { $unset: Object.fromEntries(gone.map(([name]) => [name, 1])) };
}

const given = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

function ended(end: LeadChange['attempt_end']): Record<string, unknown> {
  if (!end) return {};
  const { n, run: _, ...outcome } = end;
  const members = Object.entries(given(outcome));
  return Object.fromEntries(members.map(([name, value]) => [`attempts.${n - 1}.${name}`, value]));
}
