import { expressionIssues } from '../../mapping/expression-issues.js';
import { MAPPING_NAMES, type MappingNames } from '../../mapping/names.js';
import { asGroup, asList, asText, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator, Report } from './validation-context.js';

/** The expressions of an offer's destinations, and of what a buyer is told, must compile and use only names that exist. */
export const validateMappings: EntryValidator = ({ kind, raw }, report) => {
  if (kind === 'buyer')
    for (const notice of ['revocation', 'erasure'])
      validateBody(asGroup(raw[notice]), [notice], MAPPING_NAMES.notice, report);
  if (kind !== 'offer') return;
  validateDelivery(asGroup(raw['delivery']), ['delivery'], MAPPING_NAMES.delivery, report);
  const { search, submit } = asGroup(raw['partner']);
  validateDelivery(asGroup(submit), ['partner', 'submit'], MAPPING_NAMES.partner_submit, report);
  const asked = asGroup(search);
  const at = ['partner', 'search'];
  validateBody(asked, at, MAPPING_NAMES.partner_search, report);
  validateExpression(asked['results'], [...at, 'results'], MAPPING_NAMES.answer, report);
};

function validateDelivery(delivery: Loose, at: DataPath, names: MappingNames, report: Report): void {
  validateBody(delivery, at, names, report);
  const followUp = asGroup(delivery['follow_up']);
  validateAnswers(delivery['answers'], [...at, 'answers'], report);
  validateAnswers(followUp['answers'], [...at, 'follow_up', 'answers'], report);
  if (asText(followUp['url']) === undefined) return;
  asList(delivery['answers']).forEach((rule, index) => {
    const { outcome, reference } = asGroup(rule);
    if (outcome === 'pending' && reference === undefined)
      report([...at, 'answers', index], 'is pending and needs "reference", by which follow_up asks');
  });
}

function validateBody({ encoding, body }: Loose, at: DataPath, names: MappingNames, report: Report): void {
  validateExpression(body, [...at, 'body'], names, report);
  if (body === undefined && (encoding === 'form' || encoding === 'xml'))
    report([...at, 'encoding'], `needs "body": our own shape is written as json only`);
}

function validateAnswers(answers: unknown, at: DataPath, report: Report): void {
  validateWhen(answers, at, ['when', 'reference', 'reason', 'evidence', 'price', 'on'], report);
  asList(answers).forEach((item, index) => {
    const rule = asGroup(item);
    const outcome = asText(rule['outcome']);
    if (outcome === undefined) return;
    if (rule['price'] !== undefined && outcome !== 'accepted' && outcome !== 'stage')
      report([...at, index, 'price'], `belongs to an accepted answer, and this outcome is ${outcome}`);
    if (rule['on'] !== undefined && outcome !== 'stage')
      report([...at, index, 'on'], `belongs to a stage, and this outcome is ${outcome}`);
    if (rule['evidence'] !== undefined && outcome !== 'returned')
      report([...at, index, 'evidence'], `belongs to a return, and this outcome is ${outcome}`);
    if (rule['reason'] === undefined && outcome === 'stage')
      report([...at, index], 'is a stage and needs "reason", which gives its code');
  });
}

/** The rules that read an answer: their expressions, and that each can be reached. */
export function validateWhen(answers: unknown, at: DataPath, keys: readonly string[], report: Report): void {
  let holds: number | undefined;
  asList(answers).forEach((item, index) => {
    const rule = asGroup(item);
    for (const key of keys) validateExpression(rule[key], [...at, index, key], MAPPING_NAMES.answer, report);
    if (holds !== undefined) report([...at, index], `is never reached: rule ${holds + 1} always holds`);
    else if (asText(rule['when'])?.trim() === 'true') holds = index;
  });
}

/** One expression must compile and use only names that exist. */
export function validateExpression(source: unknown, at: DataPath, names: MappingNames, report: Report): void {
  if (typeof source !== 'string' || source === '') return;
  for (const { problem, line } of expressionIssues(source.trimEnd(), names)) report(at, problem, line);
}
