import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import { fieldMissing, invalidField, malformed } from '../../http/faults.js';
import type { Parameters, ValuesOf } from './parameter.js';

const MAX_REPEATED = 20;

/** A name that may be told back. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

/**
 * Reads the parameters of a call. Throws the first fault: an unknown name, a name that was sent twice, a value that is
 * not as expected, or a missing one.
 */
export function readParameters<P extends Parameters>(
  parameters: P,
  path: Readonly<Record<string, unknown>>,
  url: string,
): ValuesOf<P> {
  const question = url.indexOf('?');
  const query = new URLSearchParams(question < 0 ? '' : url.slice(question + 1));
  const known = Object.entries(parameters);
  const ofQuery = known.flatMap(([name, parameter]) => (parameter.in === 'query' ? [name] : []));
  for (const name of query.keys()) {
    if (!ofQuery.includes(name)) throw unknownName(name, ofQuery);
    if (query.getAll(name).length > (parameters[name]?.repeated ? MAX_REPEATED : 1))
      throw malformed(
        `Send ${name} ${parameters[name]?.repeated ? `at most ${MAX_REPEATED} times` : 'once'}.`,
        400,
        name,
      );
  }
  const values = known.flatMap(([name, { in: place, required, repeated, expected, read }]) => {
    const sent = place === 'path' ? [path[name]] : query.getAll(name);
    const found = sent.map((one) => {
      const value = typeof one === 'string' ? read(one) : undefined;
      if (value === undefined) throw invalidField(name, expected);
      return value;
    });
    if (found.length > 0) return [[name, repeated ? found : found[0]] as const];
    if (required) throw fieldMissing(name);
    return [];
  });
  return Object.fromEntries(values) as ValuesOf<P>;
}

function unknownName(name: string, known: readonly string[]) {
  const has = known.length === 0 ? 'no parameters' : `the parameters ${known.join(', ')}`;
  if (!PLAIN_NAME.test(name)) return malformed(`Send parameters of this address alone: it has ${has}.`);
  const hint = didYouMean(name, known);
  return malformed(`There is no parameter ${name}${hint}: this address has ${has}.`, 400, name);
}
