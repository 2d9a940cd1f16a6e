import Joi from 'joi';
import { count, listOf, oneOf, text } from './values.js';

const values = listOf(text()).min(1).unique();

/** One eligibility rule. Which test fits which field, and that there is one of them, is checked with the field's values. */
export const rule = Joi.object({
  any: listOf(Joi.link('#rule')).min(1),
  field: text(),
  when_missing: oneOf('pass', 'fail'),
  in: values,
  not_in: values,
  min: count(0, 9999),
  max: count(0, 9999),
  within_miles: Joi.number().greater(0).max(25_000),
  of: text(),
  at_least: text(),
}).id('rule');
