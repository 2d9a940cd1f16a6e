import { methodNotAllowed } from './faults.js';
import type { Route } from './route.js';

/** Throws where a path is called by another method than its own; HEAD is a GET without the body. */
export function requireMethod(called: string, own: Route['method']): void {
  if (called === own || (called === 'HEAD' && own === 'GET')) return;
  throw methodNotAllowed(own === 'GET' ? 'GET, HEAD' : own);
}
