import { validateAddresses } from './validate-addresses.js';
import type { EntryValidator } from './validation-context.js';
import { validateMappings } from './validate-mappings.js';
import { validateNames, validateReferences } from './validate-handles.js';
import { validatePrograms } from './validate-programs.js';
import { validateQuestions } from './validate-questions.js';
import { validateReturns } from './validate-returns.js';
import { validateVerify } from './validate-verify.js';
import { validateWebhooks } from './validate-webhooks.js';
import { validateRules } from './validate-rules.js';
import { minuteOf } from '../../../core/catalogue/wall-clock.js';
import { asList, asGroup } from '../loose.js';

/** A buyer's hours must be times of the day and end after they begin. */
export const validateHours: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'buyer') return;
  asList(raw['delivery_hours']).forEach((item, index) => {
    const { from, to } = asGroup(item);
    const start = typeof from === 'string' ? minuteOf(from) : undefined;
    const end = typeof to === 'string' ? minuteOf(to) : undefined;
    const at = ['delivery_hours', index];
    const wrong = 'must be a time of the day like "08:00", "24:00" at most';
    if (typeof from === 'string' && (start === undefined || start === 1440)) report([...at, 'from'], wrong);
    if (typeof to === 'string' && end === undefined) report([...at, 'to'], wrong);
    if (start !== undefined && end !== undefined && start >= end)
      report([...at, 'to'], 'must be later than "from": write hours over midnight as two entries');
  });
};

/** All validators beyond the shape of single values, in order. */
export const ENTRY_VALIDATORS: readonly EntryValidator[] = [
  validateNames,
  validateReferences,
  validatePrograms,
  validateQuestions,
  validateRules,
  validateHours,
  validateReturns,
  validateAddresses,
  validateWebhooks,
  validateMappings,
  validateVerify,
];
