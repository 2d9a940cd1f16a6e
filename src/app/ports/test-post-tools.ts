import type { HttpResponse, HttpResult } from '../../core/delivery/http-result.js';
import type { MappingEvaluator } from './mapping-evaluator.js';
import type { Mappings } from './mappings.js';
import type { PreparedRequest } from './prepared-request.js';
import type { RequestReader, RequestWriter } from './request-writer.js';

/** What writes requests and reads answers, with the same code as the workers. It holds processes while it is open. */
export interface TestPostTools extends RequestReader {
  readonly evaluator: MappingEvaluator;
  readonly mappings: Pick<Mappings, 'readAnswer' | 'readResults'>;
  readonly requestsAt: (now: Date) => RequestWriter;
  /** Sends a request once, with the secrets of this process. */
  send(prepared: PreparedRequest): Promise<HttpResult>;
  /** What the rules read the body of an answer as, and why not as data. */
  readonly bodyReading: (answer: HttpResponse) => string;
  /** The secrets that these headers name and this process lacks. */
  missingSecrets(headers: Readonly<Record<string, string>>): readonly string[];
}

/** Opens the tools, lets `use` work with them, and closes them. */
export type WithTestPostTools = <T>(use: (tools: TestPostTools) => Promise<T>) => Promise<T>;
