import { setTimeout as pause } from 'node:timers/promises';
import { undocumented } from '../support/documented.js';
import { pathOfTarget } from '../support/raw-call.js';
import type { FuzzOptions } from './options.js';
import type { Aim } from './running-service.js';
import { requestsOf } from './requests/generate.js';
import type { FuzzRequest, Ids } from './requests/request.js';
import { sendRudely, type SentRudely } from './send-rudely.js';
import { send, type Sent } from './send.js';

export interface Fault {
  /** Its number among the requests of the seed, from 0. */
  readonly nth: number;
  readonly request: FuzzRequest;
  readonly what: readonly string[];
}

export interface Fuzzed {
  readonly sent: number;
  /** Answers 503 that were due: the same request was answered when it was sent again. */
  readonly unavailable: number;
  readonly faults: readonly Fault[];
  /** How often each HTTP status and code was answered, by `POST /path 200 OK`. */
  readonly answers: ReadonlyMap<string, number>;
  /** Milliseconds of all answers, in no order. */
  readonly times: readonly number[];
  readonly seconds: number;
}

const MAX_FAULTS = 50;
const KEPT_IDS = 500;
const UNAVAILABLE = 503;
const TRIES = 5;
const AGAIN_MS = 1_000;

/** Sends the requests of a seed with so many at a time, and evaluates every answer. Stops early when all goes wrong. */
export async function fuzz(aim: Aim, { seed, requests, concurrency, minutes }: FuzzOptions): Promise<Fuzzed> {
  const source = requestsOf(seed, requests);
  const ids: Ids = { searches: [], results: [], leads: [] };
  const faults: Fault[] = [];
  const answers = new Map<string, number>();
  const times: number[] = [];
  const began = performance.now();
  const end = began + minutes * 60_000;
  let next = 0;
  let unavailable = 0;
  const sender = async (): Promise<void> => {
    for (;;) {
      const { value: request } = source.next() as IteratorResult<FuzzRequest, undefined>;
      if (!request || faults.length >= MAX_FAULTS || performance.now() > end) return;
      const nth = next++;
      const url = aim.webs[nth % aim.webs.length]?.url ?? '';
      try {
        const { answered, missing } = await sendOne(aim, url, request, ids);
        if (missing > 0) faults.push({ nth, request, what: [`${missing} without an answer`] });
        for (const [of, sent] of answered) {
          if (!request.rude) times.push(sent.ms);
          const isAway = sent.answer?.status === UNAVAILABLE;
          if (isAway) unavailable += 1;
          const what = isAway && (await isAnsweredLater(aim, url, of, ids)) ? [] : judge(of, sent);
          if (what.length > 0) faults.push({ nth, request: of, what });
          count(answers, of, sent);
          learn(ids, sent);
        }
        if (request.rude) count(answers, request, undefined);
      } catch (error) {
        faults.push({ nth, request, what: [`no answer: ${String(error)}`] });
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sender));
  return { sent: next, unavailable, faults, answers, times, seconds: (performance.now() - began) / 1_000 };
}

const sendOne = async (aim: Aim, url: string, request: FuzzRequest, ids: Ids): Promise<SentRudely> =>
  request.rude
    ? sendRudely(aim, url, request.rude, ids)
    : { answered: [[request, await send(aim, url, request, ids)]], missing: 0 };

/**
 * Whether a 503 was due. All processes share a machine that may be busy, and a service that takes too long to answer is
 * away for the caller. Who does as the 503 says, and sends the same request again, is answered.
 */
async function isAnsweredLater(aim: Aim, url: string, request: FuzzRequest, ids: Ids): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    await pause(AGAIN_MS);
    const { answer } = await send(aim, url, request, ids);
    if (answer?.status !== UNAVAILABLE) return answer !== undefined && answer.status < 500;
  }
  return false;
}

function judge({ method, raw }: FuzzRequest, { answer, path }: Sent): string[] {
  // What is cut off in the middle may be left without an answer.
  if (!answer) return raw === undefined ? ['no answer'] : [];
  if (answer.status >= 500) return [`HTTP ${answer.status}: ${JSON.stringify(answer.body)}`];
  if (raw === undefined) return undocumented(method, path, answer);
  const [used = '', target = '/'] = raw.split(' ');
  return undocumented(used, pathOfTarget(target), answer);
}

/** A client with bad manners is counted too, beside the answers to its requests. */
function count(
  answers: Map<string, number>,
  { method, raw, rude }: FuzzRequest,
  sent: Sent | undefined,
): void {
  if (!sent) {
    const name = `a client that ${rude?.manner ?? ''}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
    return;
  }
  const { answer, path } = sent;
  const { code } = (answer?.body ?? {}) as { code?: unknown };
  const at = /^\/api\/v1\/engine\/[a-z-]+/.exec(path)?.[0] ?? 'elsewhere';
  const name = [
    raw === undefined ? `${method} ${at}` : 'raw',
    answer?.status ?? 'closed',
    typeof code === 'string' ? code : '',
  ].join(' ');
  answers.set(name, (answers.get(name) ?? 0) + 1);
}

/** Keeps ids that were answered; the newest take the place of the oldest. */
function learn({ searches, results, leads }: Ids, { answer }: Sent): void {
  const { svc_lead_id, offers } = (answer?.body ?? {}) as { svc_lead_id?: string; offers?: unknown };
  if (svc_lead_id === undefined) return;
  if (!Array.isArray(offers)) {
    keep(leads, svc_lead_id);
    return;
  }
  keep(searches, svc_lead_id);
  for (const { svc_result_id } of offers as { svc_result_id: string }[])
    keep(results, { search: svc_lead_id, result: svc_result_id });
}

function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > KEPT_IDS) list.shift();
}
