import type { PartnerJob, SearchJob, SubmitJob } from '../../core/ports/queues.js';

export const QUEUE_NAMES = ['search', 'partner', 'submit'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** The payload of each queue's jobs. */
export interface JobOf {
  readonly search: SearchJob;
  readonly partner: PartnerJob;
  readonly submit: SubmitJob;
}

/** One job for each record and round at a time: adding it again while it waits or runs changes nothing. */
export const JOB_IDS: { readonly [N in QueueName]: (job: JobOf[N]) => string } = {
  search: ({ search_id, round }) => `${search_id}-${round}`,
  partner: ({ search_id, round, offer_id }) => `${search_id}-${round}-${offer_id}`,
  submit: ({ lead_id, round }) => `${lead_id}-${round}`,
};

/** BullMQ's key prefix: a hash tag for each queue, so that a Redis Cluster can spread them and each stays whole. */
export const queueKeyPrefix = (prefix: string, name: QueueName): string => `{${prefix}:${name}}`;
