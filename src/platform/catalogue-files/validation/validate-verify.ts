import { MAPPING_NAMES } from '../../mapping/names.js';
import { asGroup, asList, asText } from '../loose.js';
import { validateEndpoint } from './validate-addresses.js';
import { validateExpression, validateWhen } from './validate-mappings.js';
import type { EntryValidator } from './validation-context.js';

/** The verification steps of an offer or campaign: addresses, expressions, and no name twice. */
export const validateVerify: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'offer' && kind !== 'campaign') return;
  const names = new Set<string>();
  asList(raw['verify']).forEach((item, index) => {
    const step = asGroup(item);
    const at = ['verify', index];
    const name = asText(step['name']);
    if (name !== undefined && names.has(name)) report([...at, 'name'], 'is the name of an earlier step');
    if (name !== undefined) names.add(name);
    validateEndpoint(step, at, report);
    validateExpression(step['body'], [...at, 'body'], MAPPING_NAMES.verify, report);
    validateExpression(step['address'], [...at, 'address'], MAPPING_NAMES.verify, report);
    if (step['hosts'] !== undefined && step['address'] === undefined)
      report([...at, 'hosts'], 'needs "address", which gives an address at one of them');
    validateWhen(step['answers'], [...at, 'answers'], ['when', 'reason', 'reference'], report);
    const outcomes = asList(step['answers']).map((rule) => asGroup(rule)['outcome']);
    if (outcomes.length > 0 && !outcomes.includes('pass'))
      report([...at, 'answers'], 'has no rule with the outcome pass, so no lead could be sold');
  });
};
