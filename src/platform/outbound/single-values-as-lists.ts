import { numberText } from '../mapping/number-text.js';

/**
 * Brings the value of a `results` expression into the shape that is validated. JSONata turns a list of one into its
 * entry and an empty list into an absent value, so both count as lists wherever a list is expected. Names and
 * references that are numbers become text, if none of their digits can be lost.
 */
export function singleValuesAsLists(value: unknown): unknown[] {
  return listOf(value).map((entry) =>
    change(entry, {
      reference: textOf,
      name: textOf,
      programs: (programs) => listOf(programs).map((program) => change(program, CHOICE)),
      questions: (questions) => listOf(questions).map((question) => change(question, QUESTION)),
    }),
  );
}

type Changes = Readonly<Record<string, (member: unknown) => unknown>>;

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

const textOf = (value: unknown): unknown =>
  typeof value === 'number' ? (numberText(value) ?? value) : value;

const CHOICE: Changes = { value: textOf, label: textOf };
const QUESTION: Changes = {
  name: textOf,
  options: (options) => listOf(options).map((option) => change(option, CHOICE)),
  required_when: (when) => change(when, { program_ids: (ids) => listOf(ids).map(textOf) }),
};

/** Applies the changes to the named members of an object. Any other value stays as it is. A null counts as absent. */
function change(value: unknown, changes: Changes): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]: [string, unknown]) => [
        key,
        Object.hasOwn(changes, key) ? changes[key]?.(member) : member,
      ]),
  );
}
