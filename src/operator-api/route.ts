import type { ListPorts } from '../app/operators/list-leads.js';
import type { StatementPorts } from '../app/money/open-statement.js';
import type { ReportPorts } from '../app/reports/report.js';
import type { RecordPorts } from '../app/operators/read-records.js';
import type { Viewer } from '../app/operators/viewer.js';
import type { WorkLog } from '../app/ports/work-ports.js';
import type { OperatorLimit } from '../core/operators/limits.js';
import type { Permission } from '../core/operators/permissions.js';
import type { Parameters, ValuesOf } from './parameters/parameter.js';

/** All ports that the use cases of the operator API need. */
export interface OperatorPorts extends RecordPorts, ListPorts {
  readonly reporting: ReportPorts;
  readonly statements: StatementPorts;
  /** Runs a work that holds much memory, after others of its kind. */
  readonly takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly clock: () => Date;
}

/** One call that passed all checks. */
export interface OperatorCall<Values> {
  readonly values: Values;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly log: WorkLog;
}

interface RouteDefinition<P extends Parameters> {
  /** In Express's syntax: `:name` is a parameter. Every route is read by GET. */
  readonly path: string;
  /** What the key must be allowed. */
  readonly permission: Permission;
  readonly limit: OperatorLimit;
  readonly parameters: P;
  /** Returns the answer: an object, or a JsonText. Throws an ApiFault. */
  readonly handle: (ports: OperatorPorts, call: OperatorCall<ValuesOf<P>>) => Promise<object>;
  readonly describe: RouteDescription;
}

/** What `/openapi.json` contains about a route besides its parameters. */
export interface RouteDescription {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the answer's schema. */
  readonly schema: string;
  /** When the route answers 404, if it does. */
  readonly notFound?: string;
}

/** One row of the table. */
export interface OperatorRoute extends Omit<RouteDefinition<Parameters>, 'handle'> {
  readonly handle: (ports: OperatorPorts, call: OperatorCall<never>) => Promise<object>;
}

/** Ensures that `handle` accepts what the parameters read. */
export const route = <P extends Parameters>(definition: RouteDefinition<P>): OperatorRoute => definition;
