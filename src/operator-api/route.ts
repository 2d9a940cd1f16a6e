import type Joi from 'joi';
import type { AuditPorts } from '../app/audit/audited.js';
import type { Viewer } from '../app/operators/viewer.js';
import type { WorkLog } from '../app/ports/work-ports.js';
import type { OperatorLimit } from '../core/operators/limits.js';
import type { Permission } from '../core/operators/permissions.js';
import type { Row } from '../http/rows.js';
import type { CsvText, JsonText, PdfFile } from '../http/send.js';
import type { OperatorPorts } from './open-ports.js';
import type { AnswerName, AnswerOf } from './openapi/schemas/answer-schemas.js';
import type { Parameters, ValuesOf } from './parameters/parameter.js';

export type { OperatorPorts } from './open-ports.js';

/** One call that passed all checks. */
export interface OperatorCall<Values, Body = undefined> {
  readonly values: Values;
  /** Undefined for a route without a body. */
  readonly body: Body;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly log: WorkLog;
  /** For `audited`: what a call changes or reveals goes into the audit log, with who called and from where. */
  readonly audit: AuditPorts;
}

/** What a route may answer instead of JSON. */
export type FileName = 'csv' | 'pdf';

/** What a route answers. Text in parts is not compared with its schema. */
type Answer<Schema extends AnswerName | FileName> = object &
  (Schema extends AnswerName ? AnswerOf<Schema> | JsonText : Schema extends 'csv' ? CsvText : PdfFile);

interface RouteDefinition<P extends Parameters, Body, Schema extends AnswerName | FileName> extends Row {
  /** What the key or the person must be allowed. */
  readonly permission: Permission;
  /** What it must be allowed too: to read the records of which this shows the person. */
  readonly reads?: Permission;
  readonly limit: OperatorLimit;
  readonly parameters: P;
  /** The JSON body, if the route takes one. Each member says by `expecting` what it must be. */
  readonly body?: Joi.ObjectSchema<Body>;
  /** The most bytes that a body may have; by default 64 KiB. */
  readonly maxBytes?: number;
  /** Throws an ApiFault. */
  readonly handle: (ports: OperatorPorts, call: OperatorCall<ValuesOf<P>, Body>) => Promise<Answer<Schema>>;
  readonly describe: RouteDescription<Schema>;
}

/** What `/openapi.json` contains about a route besides its parameters and its body. */
interface RouteDescription<Schema> {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /** The name of the answer's schema, or `csv` or `pdf`. */
  readonly schema: Schema;
  /** When the route answers 404, if it does. */
  readonly notFound?: string;
  /** When the route answers 409, if it does. */
  readonly conflict?: string;
}

/** One row of the table. */
export interface OperatorRoute extends Omit<
  RouteDefinition<Parameters, unknown, AnswerName | FileName>,
  'handle'
> {
  readonly handle: (ports: OperatorPorts, call: OperatorCall<never, never>) => Promise<object>;
}

/** Ensures that `handle` takes what the parameters and the body read, and answers what the schema says. Without `method` it is a GET. */
export const route = <P extends Parameters, Schema extends AnswerName | FileName, Body = undefined>(
  definition: Omit<RouteDefinition<P, Body, Schema>, 'method'> & { readonly method?: Row['method'] },
): OperatorRoute => ({ method: 'GET', ...definition });
