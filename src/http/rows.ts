import type { Express, Request, Response } from 'express';
import { methodNotAllowed } from './faults.js';
import { localsOf } from './send.js';

/** One row of a table of routes. */
export interface Row {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In Express's syntax: `:name` is a parameter. */
  readonly path: string;
}

/** Serves the calls of one row. `requireMethod` refuses a method that no row of the path has, in its place among the checks. */
export type ServeRow = (
  request: Request,
  response: Response,
  requireMethod: () => void,
) => void | Promise<void>;

/** Adds rows to an API. HEAD counts as GET, and its answer has no body. What no row of a path serves, its first row refuses. */
export function addRows<Own extends Row>(
  app: Express,
  rows: readonly Own[],
  serve: (row: Own) => ServeRow,
): void {
  for (const path of new Set(rows.map((row) => row.path))) {
    const some = rows.filter((row) => row.path === path);
    const served = new Map<string, ServeRow>(some.map((row) => [row.method, serve(row)]));
    const [first] = served.values();
    const allow = some.map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ');
    app.all(path, (request, response) => {
      localsOf(response).route = path;
      const own = served.get(request.method === 'HEAD' ? 'GET' : request.method);
      return (own ?? first)?.(request, response, () => {
        if (!own) throw methodNotAllowed(allow);
      });
    });
  }
}
