import { questionNameFault } from '../../../core/questions/question-names.js';
import { asGroup, asList, asText, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { EntryValidator, Report } from './validation-context.js';

/** A question must have a unique name, everything that its type needs, and nothing else. */
export const validateQuestions: EntryValidator = ({ kind, raw }, report) => {
  if (kind !== 'offer') return;
  const seen = new Set<string>();
  asList(raw['questions']).forEach((item, index) => {
    const question = asGroup(item);
    const name = asText(question['name']);
    const path = ['questions', index, 'name'];
    if (name !== undefined) {
      const problem = nameProblem(name);
      if (problem !== undefined) report(path, problem);
      if (seen.has(name)) report(path, `is the name of another question: "${name}"`);
      seen.add(name);
    }
    validateType(question, ['questions', index], report);
  });
};

function nameProblem(name: string): string | undefined {
  switch (questionNameFault(name)) {
    case 'form':
      return 'must begin with a letter and hold letters, digits, - and _ only';
    case 'reserved':
      return `can't be "${name}", a word with a meaning of its own`;
    case 'request_key':
      return `is "${name}", a key of the request itself`;
    case 'lead_field':
      return `is "${name}", a field of the lead: name it in required_fields, and it is asked when it is missing`;
    case undefined:
      return undefined;
  }
}

function validateType({ type, options, pattern }: Loose, path: DataPath, report: Report): void {
  if (type === 'select' && options === undefined) report(path, 'is a select without options');
  if (typeof type === 'string' && type !== 'select' && options !== undefined)
    report([...path, 'options'], `can't be given for type ${type}`);
  if (typeof type === 'string' && type !== 'text' && pattern !== undefined)
    report([...path, 'pattern'], `can't be given for type ${type}`);
  const seen = new Set<unknown>();
  asList(options).forEach((item, index) => {
    const value = asText(asGroup(item)['value']);
    if (value !== undefined && seen.has(value))
      report([...path, 'options', index, 'value'], `is the value of another option: "${value}"`);
    seen.add(value);
  });
}
