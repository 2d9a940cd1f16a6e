import type { RequestListener } from 'node:http';

/**
 * The path and query of a request's target: all of it, or what follows the host of a whole address. A target
 * without a path (a host alone, `*`) is the root, which is nobody's.
 */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path.startsWith('?') ? path : ''}`;
}

/** Express answers a target that it can't read in HTML, before any of our code runs: it is given paths only. */
export const withPath =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    request.url = pathOf(request.url ?? '');
    app(request, response);
  };
