import { checkFieldValue } from '../../../core/lead/field-value.js';
import {
  leadField,
  LEAD_FIELDS,
  testsOf,
  type FieldFormat,
  type RuleTest,
} from '../../../core/lead/fields.js';
import { didYouMean } from '../../../core/catalogue/did-you-mean.js';
import { asGroup, asList, asTexts, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator, ValidationContext, Report } from './validation-context.js';

const PATHS: readonly string[] = LEAD_FIELDS.map(({ path }) => path);
const TESTS: readonly RuleTest[] = ['in', 'not_in', 'min', 'max', 'within_miles', 'at_least'];
const DEEPEST = 5;

/** The eligibility rules and required fields of an offer and its programs must name fields and values that exist. */
export const validateRules: EntryValidator = ({ kind, raw }, report, all) => {
  if (kind !== 'offer') return;
  const context: RuleContext = { report, knowsPlace: (zip) => all.knowsPlace(zip) };
  validateDemands(raw, [], context);
  asList(raw['programs']).forEach((program, index) => {
    validateDemands(asGroup(program), ['programs', index], context);
  });
};

type RuleContext = Pick<ValidationContext, 'knowsPlace'> & { readonly report: Report };

function validateDemands({ eligibility, required_fields }: Loose, at: DataPath, context: RuleContext): void {
  asList(eligibility).forEach((rule, index) => {
    validateRule(asGroup(rule), [...at, 'eligibility', index], context, 1);
  });
  asList(required_fields).forEach((field, index) => {
    if (typeof field === 'string' && !PATHS.includes(field))
      context.report(
        [...at, 'required_fields', index],
        `names no lead field: "${field}"${didYouMean(field, PATHS)}`,
      );
  });
}

function validateRule(rule: Loose, path: DataPath, context: RuleContext, depth: number): void {
  const { report } = context;
  const tests = TESTS.filter((test) => rule[test] !== undefined);
  if (rule['any'] !== undefined) {
    if (rule['field'] !== undefined || tests.length > 0 || rule['when_missing'] !== undefined)
      report(path, 'has "any" beside other keys: put them into one of its rules');
    if (depth >= DEEPEST) report(path, `is nested deeper than ${DEEPEST} times`);
    else
      asList(rule['any']).forEach((each, index) => {
        validateRule(asGroup(each), [...path, 'any', index], context, depth + 1);
      });
    return;
  }
  if (rule['field'] === undefined) report(path, 'needs "field" (or "any")');
  const kinds = new Set(tests.map((test) => (test === 'max' ? 'min' : test)));
  if (kinds.size !== 1)
    report(path, `needs exactly one test: in, not_in, min and max, within_miles or at_least`);
  if ((rule['of'] === undefined) !== (rule['within_miles'] === undefined))
    report(path, 'needs "within_miles" and "of" together');
  const { field, min, max } = rule;
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    report([...path, 'min'], 'is more than max');
  if (typeof field === 'string') validateTests(field, rule, path, context);
}

function validateTests(
  field: string,
  rule: Loose,
  path: DataPath,
  { report, knowsPlace }: RuleContext,
): void {
  const fitting = testsOf(field);
  if (fitting === undefined) {
    report([...path, 'field'], `names no lead field: "${field}"${didYouMean(field, ['age', ...PATHS])}`);
    return;
  }
  for (const test of TESTS)
    if (rule[test] !== undefined && !fitting.includes(test))
      report([...path, test], `can't be asked of ${field}`);
  const format = leadField(field)?.format;
  if (format === undefined) return;
  for (const test of ['in', 'not_in'])
    asList(rule[test]).forEach((value, index) => {
      validateValue(format, value, [...path, test, index], field, report);
    });
  const { of, at_least } = rule;
  if (fitting.includes('at_least')) validateValue(format, at_least, [...path, 'at_least'], field, report);
  if (format.kind !== 'zip') return;
  validateValue(format, of, [...path, 'of'], field, report);
  if (typeof of === 'string' && checkFieldValue(format, of) && !knowsPlace(of))
    report([...path, 'of'], `is a ZIP code whose place is not known: "${of}"`);
}

function validateValue(
  format: FieldFormat,
  value: unknown,
  path: DataPath,
  field: string,
  report: Report,
): void {
  if (typeof value !== 'string' || checkFieldValue(format, value)) return;
  const known = format.kind === 'select' ? asTexts(format.values) : [];
  report(path, `is no value of ${field}: "${value}"${didYouMean(value, known)}`);
}
