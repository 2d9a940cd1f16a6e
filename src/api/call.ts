import type { Envelope } from '../core/envelope.js';
import type { ApiKey } from '../core/keys/api-key.js';
import type { Log } from '../platform/process/logger.js';
import type { Platform } from '../platform/process/platform.js';
import type { Waiters } from '../app/ports/waiters.js';
import { isUuid } from '../core/uuid.js';
import { notFound } from './faults.js';

/** What every handler works with. */
export interface Api {
  readonly platform: Platform;
  readonly waiters: Waiters;
  /** This process, as workers name it when they wake it. */
  readonly processId: string;
  readonly clock: () => Date;
}

/** One call that got as far as its handler: known, allowed, within its limits, its body valid. */
export interface Call<Body> {
  readonly body: Body;
  readonly params: Readonly<Record<string, string>>;
  readonly key: ApiKey;
  readonly request_id: string;
  readonly idempotency_key?: string;
  readonly now: Date;
  readonly log: Log;
}

export interface Answer {
  readonly http: number;
  readonly body: Envelope;
}

export type Handler<Body> = (api: Api, call: Call<Body>) => Promise<Answer>;

export const ok = (body: Envelope): Answer => ({ http: 200, body });

/** The id in a path; what is no UUID is the id of nothing. */
export function idParam({ svc_lead_id = '' }: Readonly<Record<string, string>>): string {
  if (!isUuid(svc_lead_id)) throw notFound('svc_lead_id');
  return svc_lead_id.toLowerCase();
}
