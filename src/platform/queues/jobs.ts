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
 * One job id for each record, submission or run number, and overdue time. Adding a job again
 * while it waits or runs changes nothing.
 *
 * A sweeper's job has a different id than the job it replaces. That job may be delayed, or locked by a worker that
 * was killed. Each take of the record moves its `due_at`, so no job in the queue can keep a record from being
 * examined. Of two jobs for one record, the second finds the record taken or decided, and ends (docs/adr/0023).
 */
export const JOB_IDS: { readonly [N in QueueName]: (job: JobOf[N]) => string } = {
  search: ({ search_id, run, due }) => idOf(search_id, run, due),
  partner: ({ search_id, run, offer_id }) => `${search_id}-${run}-${offer_id}`,
  submit: ({ lead_id, submission, due }) => idOf(lead_id, submission, due),
};

const idOf = (id: string, number: number, due: number | undefined): string =>
  due === undefined ? `${id}-${number}` : `${id}-${number}-${due}`;

/**
 * BullMQ's key prefix. Each queue has its own hash tag, so that a Redis Cluster can spread the queues but keeps each
 * on one node.
 */
export const queueKeyPrefix = (prefix: string, name: QueueName): string => `{${prefix}:${name}}`;

const id = joi.string().max(100).required();
const number = joi.number().integer().min(0).required();
const common = {
  request_id: id,
  catalogue_version: joi.number().integer().min(0),
};
const replyTo = { reply_to: joi.string().max(100) };
const due = { due: joi.number().integer() };
const again = { again: joi.valid(true) };

const SCHEMAS: { readonly [N in QueueName]: joi.ObjectSchema<JobOf[N]> } = {
  search: joi
    .object<JobOf['search']>({ search_id: id, run: number, ...common, ...replyTo, ...due })
    .required(),
  partner: joi
    .object<JobOf['partner']>({ search_id: id, run: number, offer_id: id, ...again, ...common })
    .required(),
  submit: joi
    .object<JobOf['submit']>({ lead_id: id, submission: number, ...common, ...replyTo, ...due })
    .required(),
};

/** The payload, or null if the data are invalid. Members added by a newer version are dropped. */
export function parsePayload<N extends QueueName>(name: N, data: unknown): JobOf[N] | null {
  const checked = SCHEMAS[name].validate(data, { convert: false, stripUnknown: true });
  return checked.error ? null : checked.value;
}
