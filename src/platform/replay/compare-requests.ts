import { diffValues } from '../../core/catalogue/diff-values.js';
import type { Mapped } from '../mapping/evaluator.js';
import type { PreparedRequest } from '../outbound/requests.js';

type Written = Mapped<PreparedRequest>;

/** The names of what differs between two requests, never a value: `body.contact.phone`, `url`, `headers.x-key`. */
export function partsThatDiffer(before: Written, after: Written): string[] {
  if (!before.ok || !after.ok) {
    if (!before.ok && !after.ok)
      return before.fault === after.fault ? [] : [`fails otherwise: ${after.fault}`];
    return after.ok ? ['can be written now'] : [`can't be written: ${after.fault}`];
  }
  return diffValues(viewOf(before.value), viewOf(after.value)).map(({ path }) => path);
}

function viewOf({ request: { method, url, headers, body = '' } }: PreparedRequest): object {
  return { method, url, headers, body: dataOf(body) };
}

function dataOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
