import { questionNameFault } from '../../../core/questions/question-names.js';
import { asGroup, asList, asText, type Loose } from '../loose.js';
import type { DataPath } from '../yaml-file.js';
import type { CatalogueCheck, Tell } from './check.js';

/** A question has a name of its own, and what its type needs and nothing else. */
export const checkQuestions: CatalogueCheck = ({ kind, raw }, tell) => {
  if (kind !== 'offer') return;
  const seen = new Set<string>();
  asList(raw['questions']).forEach((item, index) => {
    const question = asGroup(item);
    const name = asText(question['name']);
    const path = ['questions', index, 'name'];
    if (name !== undefined) {
      const problem = nameProblem(name);
      if (problem !== undefined) tell(path, problem);
      if (seen.has(name)) tell(path, `is the name of another question: "${name}"`);
      seen.add(name);
    }
    checkType(question, ['questions', index], tell);
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

function checkType({ type, options, pattern }: Loose, path: DataPath, tell: Tell): void {
  if (type === 'select' && options === undefined) tell(path, 'is a select without options');
  if (typeof type === 'string' && type !== 'select' && options !== undefined)
    tell([...path, 'options'], `can't be given for type ${type}`);
  if (typeof type === 'string' && type !== 'text' && pattern !== undefined)
    tell([...path, 'pattern'], `can't be given for type ${type}`);
  const seen = new Set<unknown>();
  asList(options).forEach((item, index) => {
    const value = asText(asGroup(item)['value']);
    if (value !== undefined && seen.has(value))
      tell([...path, 'options', index, 'value'], `is the value of another option: "${value}"`);
    seen.add(value);
  });
}
