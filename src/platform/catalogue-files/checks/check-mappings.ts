import { expressionIssues } from '../../mapping/check-expression.js';
import { MAPPING_NAMES, type MappingNames } from '../../mapping/names.js';
import { asGroup, asList, asText, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { CatalogueCheck, Tell } from './check.js';

/** The expressions of an offer's destinations can be compiled and name only what exists. */
export const checkMappings: CatalogueCheck = ({ kind, raw }, tell) => {
  if (kind !== 'offer') return;
  checkDelivery(asGroup(raw['delivery']), ['delivery'], MAPPING_NAMES.delivery, tell);
  const { search, submit } = asGroup(raw['partner']);
  checkDelivery(asGroup(submit), ['partner', 'submit'], MAPPING_NAMES.partner_submit, tell);
  const asked = asGroup(search);
  const at = ['partner', 'search'];
  checkBody(asked, at, MAPPING_NAMES.partner_search, tell);
  checkExpression(asked['results'], [...at, 'results'], MAPPING_NAMES.answer, tell);
};

function checkDelivery(delivery: Loose, at: DataPath, names: MappingNames, tell: Tell): void {
  checkBody(delivery, at, names, tell);
  const followUp = asGroup(delivery['follow_up']);
  checkAnswers(delivery['answers'], [...at, 'answers'], tell);
  checkAnswers(followUp['answers'], [...at, 'follow_up', 'answers'], tell);
  if (asText(followUp['url']) === undefined) return;
  asList(delivery['answers']).forEach((rule, index) => {
    const { outcome, reference } = asGroup(rule);
    if (outcome === 'pending' && reference === undefined)
      tell([...at, 'answers', index], 'is pending and needs "reference", by which follow_up asks');
  });
}

function checkBody({ encoding, body }: Loose, at: DataPath, names: MappingNames, tell: Tell): void {
  checkExpression(body, [...at, 'body'], names, tell);
  if (body === undefined && (encoding === 'form' || encoding === 'xml'))
    tell([...at, 'encoding'], `needs "body": our own shape is written as json only`);
}

function checkAnswers(answers: unknown, at: DataPath, tell: Tell): void {
  let holds: number | undefined;
  asList(answers).forEach((item, index) => {
    const rule = asGroup(item);
    for (const key of ['when', 'reference', 'reason'])
      checkExpression(rule[key], [...at, index, key], MAPPING_NAMES.answer, tell);
    if (holds !== undefined) tell([...at, index], `is never reached: rule ${holds + 1} always holds`);
    else if (asText(rule['when'])?.trim() === 'true') holds = index;
  });
}

function checkExpression(source: unknown, at: DataPath, names: MappingNames, tell: Tell): void {
  if (typeof source !== 'string' || source === '') return;
  for (const { problem, line } of expressionIssues(source.trimEnd(), names)) tell(at, problem, line);
}
