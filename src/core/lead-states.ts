/**
 * The state machine of a lead. A transition is one conditional update on (id, round, state); the loser reads
 * and obeys.
 *
 * queued   stored, before its first attempt in this round (new, or waiting for a claim)
 * working  a worker is judging it, until `due_at`
 * sending  an attempt is open, until `due_at` (its time limit and the job's lock)
 * waiting  every attempt was never sent or "try again"; the next is due at `due_at`
 * saved    waits for the buyer's hours
 * pending  the buyer said "later"
 * unknown  sent, and nobody knows what the buyer made of it; an operator settles it
 */
export const UNDECIDED_STATES = [
  'queued',
  'working',
  'sending',
  'waiting',
  'saved',
  'pending',
  'unknown',
] as const;
export const FINAL_STATES = ['accepted', 'rejected', 'invalid', 'held', 'failed'] as const;
export type LeadState = (typeof UNDECIDED_STATES)[number] | (typeof FINAL_STATES)[number];

/** From → to. `working` is reached from any undecided state whose `due_at` has passed. */
export const TRANSITIONS: Readonly<Record<LeadState, readonly LeadState[]>> = {
  queued: ['working'],
  working: [
    'queued',
    'working',
    'sending',
    'waiting',
    'saved',
    'pending',
    'unknown',
    'accepted',
    'rejected',
    'invalid',
    'held',
    'failed',
  ],
  sending: ['working', 'waiting', 'pending', 'unknown', 'accepted', 'rejected', 'failed'],
  waiting: ['working'],
  saved: ['working'],
  // An operator may know the buyer's word before we are told it.
  pending: ['working', 'accepted', 'rejected'],
  unknown: ['pending', 'accepted', 'rejected'],
  accepted: [],
  rejected: ['queued'],
  invalid: ['queued'],
  held: [],
  failed: ['queued'],
};

export const isFinal = (state: LeadState): boolean => (FINAL_STATES as readonly string[]).includes(state);
