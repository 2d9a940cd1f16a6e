import { methodNotAllowed } from './faults.js';

/** Throws if the call's method is not the route's own. HEAD counts as GET, and its answer has no body. */
export function requireMethod(called: string, own: 'GET' | 'POST'): void {
  if (called === own || (called === 'HEAD' && own === 'GET')) return;
  throw methodNotAllowed(own === 'GET' ? 'GET, HEAD' : own);
}
