import type { PartnerJob, SearchJob, SubmitJob } from '../../app/ports/queues.js';

export const QUEUE_NAMES = ['search', 'partner', 'submit'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** The payload of each queue's jobs. */
export interface JobOf {
  readonly search: SearchJob;
  readonly partner: PartnerJob;
  readonly submit: SubmitJob;
}

/**
 * One job for each record, round and overdue time: adding it again while it waits or runs changes nothing. A sweeper's
 * job is another one than the job it steps in for, which may be delayed, or locked by a worker that was killed; each
 * taking of the record moves its `due_at`, so that whatever stands in the queue can't keep a record from being looked
 * at. Of two jobs for one record the second finds it taken or decided, and ends (docs/adr/0013).
 */
export const JOB_IDS: { readonly [N in QueueName]: (job: JobOf[N]) => string } = {
  search: ({ search_id, round, due }) => idOf(search_id, round, due),
  partner: ({ search_id, round, offer_id }) => `${search_id}-${round}-${offer_id}`,
  submit: ({ lead_id, round, due }) => idOf(lead_id, round, due),
};

const idOf = (id: string, round: number, due: number | undefined): string =>
  due === undefined ? `${id}-${round}` : `${id}-${round}-${due}`;

/** BullMQ's key prefix: a hash tag for each queue, so that a Redis Cluster can spread them and each stays whole. */
export const queueKeyPrefix = (prefix: string, name: QueueName): string => `{${prefix}:${name}}`;
