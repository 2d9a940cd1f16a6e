import joi from 'joi';
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

const id = joi.string().max(100).required();
const common = {
  round: joi.number().integer().min(0).required(),
  request_id: id,
  catalogue_version: joi.number().integer().min(0),
};
const replyTo = { reply_to: joi.string().max(100) };
const due = { due: joi.number().integer() };

const SCHEMAS: { readonly [N in QueueName]: joi.ObjectSchema<JobOf[N]> } = {
  search: joi.object<JobOf['search']>({ search_id: id, ...common, ...replyTo, ...due }).required(),
  partner: joi.object<JobOf['partner']>({ search_id: id, offer_id: id, ...common }).required(),
  submit: joi.object<JobOf['submit']>({ lead_id: id, ...common, ...replyTo, ...due }).required(),
};

/** The payload, or null when it is not one. Members that a newer version added are dropped. */
export function parsePayload<N extends QueueName>(name: N, data: unknown): JobOf[N] | null {
  const checked = SCHEMAS[name].validate(data, { convert: false, stripUnknown: true });
  return checked.error ? null : checked.value;
}
