import { methodNotAllowed } from './faults.js';

type Method = 'GET' | 'POST';

/** Whether a call has this method. HEAD counts as GET, and its answer has no body. */
export const isMethod = (called: string, own: Method): boolean =>
  called === own || (called === 'HEAD' && own === 'GET');

/** Throws if the address does not have the call's method. */
export function requireMethod(called: string, ...own: readonly Method[]): void {
  if (own.some((method) => isMethod(called, method))) return;
  throw methodNotAllowed(own.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', '));
}
