import { namedBehaviour } from '../answering/behaviours.js';
import { ratesFit } from '../answering/chance.js';
import { unknownNames } from '../answering/render.js';
import type { Party, SandboxFile } from '../party.js';
import { FILE } from './schema.js';

type Path = readonly (string | number)[];

/** A problem in one sentence, and its place in the file. */
export interface Fault {
  readonly path: Path;
  readonly message: string;
}

/** The file with its defaults filled in, or all its problems. */
export function faultsOf(
  wish: unknown,
): { readonly file: SandboxFile } | { readonly faults: readonly Fault[] } {
  const checked = FILE.validate(wish, {
    abortEarly: false,
    convert: false,
    errors: { wrap: { label: false }, label: 'path' },
  });
  if (checked.error)
    return {
      faults: checked.error.details.map(({ path, message }) => ({
        path,
        message: sentence(wish, path, message),
      })),
    };
  const file = checked.value as SandboxFile;
  const faults = file.parties.flatMap((party, index) => [
    ...crossFaults(party).map(([at, what]) => {
      const path = ['parties', index, ...at];
      return { path, message: sentence(wish, path, `${at.join('.')} ${what}`) };
    }),
    ...(file.parties.findIndex(({ handle }) => handle === party.handle) < index
      ? [{ path: ['parties', index, 'handle'], message: `party ${party.handle}: is there twice` }]
      : []),
  ]);
  return faults.length > 0 ? { faults } : { file };
}

/** Checks that a schema can't express: names of behaviors and answers, sums, names in texts. */
function crossFaults(party: Party): readonly (readonly [at: Path, what: string])[] {
  const faults: (readonly [Path, string])[] = [];
  const known = (name: string) => namedBehaviour(name) !== undefined || Object.hasOwn(party.answers, name);
  const requireKnown = (name: string, ...at: Path): void => {
    if (!known(name)) faults.push([at, `"${name}" is not a behavior, and "answers" does not define it`]);
  };
  for (const [index, rule] of party.rules.entries()) requireKnown(rule.do, 'rules', index, 'do');
  for (const name of Object.keys(party.rates ?? {})) requireKnown(name, 'rates', name);
  if (party.rates && !ratesFit(party.rates)) faults.push([['rates'], 'must be 1 at most together']);
  requireKnown(party.otherwise, 'otherwise');
  if (party.bursts) requireKnown(party.bursts.do, 'bursts', 'do');
  for (const [group, shapes] of [
    [['answers'], party.answers],
    [['follow_up'], party.follow_up],
    [['callback', 'answers'], party.callback.answers],
  ] as const)
    for (const [name, shape] of Object.entries(shapes))
      for (const unknown of unknownNames(shape))
        faults.push([[...group, name], `has {{${unknown}}}, which does not exist`]);
  return faults;
}

/** Puts the party's name before the sentence, and leaves out the path to the party. */
function sentence(wish: unknown, path: Path, message: string): string {
  const [list, index] = path;
  if (list !== 'parties' || typeof index !== 'number') return message;
  const entry = (wish as { parties?: readonly { handle?: unknown }[] }).parties?.[index];
  const who = typeof entry?.handle === 'string' ? entry.handle : String(index + 1);
  return `party ${who}: ${message.replace(/parties\[\d+\]\.?/g, '')}`;
}
