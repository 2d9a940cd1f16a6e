import joi from 'joi';
import type { JobOf, QueueName } from './queue-names.js';

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
