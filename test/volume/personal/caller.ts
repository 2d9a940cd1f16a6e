import { setTimeout as sleep } from 'node:timers/promises';
import { derivedId } from '../../../src/platform/catalogue-files/defaults.js';
import type { Behaviour } from './catalogue.js';
import { newTruth, personIn, submitIn, valueOf, type Truth } from './truth.js';
import type { World } from './world.js';

/** What was sent. */
export interface Driven {
  readonly truths: Truth[];
  /** Whole calls, as they were sent, with whose they were. */
  readonly bodies: Map<string, number>;
  /** How many people went each way. */
  readonly ways: Map<string, number>;
  /** Answers by way, status and code. */
  readonly answers: Map<string, number>;
  /** Which way each person went. */
  readonly wayOf: Map<number, string>;
  /** People for whom operators looked. */
  readonly looked: Set<number>;
}

/** Nothing was sent yet. */
export const noneDriven = (): Driven => ({
  truths: [],
  bodies: new Map(),
  ways: new Map(),
  answers: new Map(),
  wayOf: new Map(),
  looked: new Set(),
});

interface Call {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Answer {
  readonly http: number;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface Found {
  readonly svc_result_id: string;
  readonly offer: { readonly id: string };
  readonly programs: readonly { readonly value: string }[];
}

/** A call that meets an outage is repeated, as the documents say. */
const MAX_TRIES = 20;
export const API = '/api/v1/engine';

/** An affiliate that sends one person. */
export class Caller {
  constructor(
    readonly world: World,
    readonly driven: Driven,
    readonly truth: Truth,
    readonly way: string,
  ) {}

  async call(
    method: string,
    path: string,
    body?: object | string,
    { key, headers }: Call = {},
  ): Promise<Answer> {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    if (text !== undefined) this.driven.bodies.set(text, this.truth.n);
    const base = path.startsWith('/api/v1/operator') ? this.world.console : this.world.web;
    const send = (): Promise<Response> =>
      fetch(base + path, {
        method,
        headers: {
          authorization: `Bearer ${key ?? this.world.keys.northwind}`,
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          'user-agent': valueOf(this.truth, 'user_agent'),
          'x-forwarded-for': valueOf(this.truth, 'ip_address'),
          ...headers,
        },
        ...(text === undefined ? {} : { body: text }),
      });
    let response = await send();
    for (let tries = 1; tries < MAX_TRIES && response.status >= 500; tries += 1) {
      await sleep(1_000);
      response = await send();
    }
    const told = await response.text();
    const read = told.startsWith('{') ? (JSON.parse(told) as Answer['body']) : {};
    const line = `${this.way}: ${response.status} ${textOf(read['code'])}`;
    this.driven.answers.set(line, (this.driven.answers.get(line) ?? 0) + 1);
    return { http: response.status, body: read };
  }
  private owner(affiliate: string): object {
    return {
      svc_campaign_id: derivedId('campaign', affiliate),
      svc_affiliate_id: derivedId('affiliate', affiliate),
    };
  }
  readonly headers = (): Record<string, string> => ({
    'idempotency-key': valueOf(this.truth, 'idempotency_key'),
    'x-request-id': valueOf(this.truth, 'request_id'),
  });
  direct(
    buyer: Behaviour,
    over: object = {},
    { affiliate = 'northwind', ...call }: Call & { affiliate?: 'northwind' | 'southwind' } = {},
  ): Promise<Answer> {
    const body = {
      ...this.owner(affiliate),
      svc_offer_id: derivedId('offer', buyer),
      ...personIn(this.truth),
      ...submitIn(this.truth),
      ...over,
    };
    return this.call('POST', `${API}/leads`, body, {
      key: this.world.keys[affiliate],
      headers: this.headers(),
      ...call,
    });
  }
  async search(over: object = {}): Promise<{ id: string; offers: readonly Found[] }> {
    const { external_id, made_up_key, ...consent } = submitIn(this.truth) as Record<string, unknown>;
    const more = {
      external_id,
      made_up_key,
      consent_cert_url: consent['consent_cert_url'],
      tcpa_consent: true,
    };
    let { body } = await this.call('POST', `${API}/search`, {
      ...this.owner('northwind'),
      ...personIn(this.truth),
      ...more,
      ...over,
    });
    const { svc_lead_id: id } = body;
    if (typeof id !== 'string') return { id: '', offers: [] };
    for (let tries = 0; tries < 100 && body['processing_done'] !== true; tries += 1) {
      await sleep(200);
      ({ body } = await this.call('GET', `${API}/results/${id}`));
    }
    return { id, offers: (body['offers'] ?? []) as readonly Found[] };
  }
  result(
    search: { id: string; offers: readonly Found[] },
    offer: string,
    over: object = {},
  ): Promise<Answer> {
    const found = search.offers.find((one) => one.offer.id === derivedId('offer', offer));
    const program = found?.programs[0];
    const body = {
      ...{
        ...this.owner('northwind'),
        search_lead_id: search.id,
        svc_result_id: found?.svc_result_id ?? 'none',
      },
      ...submitIn(this.truth),
      ...(program ? { program_id: program.value } : {}),
      ...over,
    };
    return this.call('POST', `${API}/leads`, body, { headers: this.headers() });
  }
  /** Somebody else with one value of this person. */
  also(): Truth {
    const other = newTruth(this.truth.n);
    this.driven.truths.push(other);
    return other;
  }
}

/** What an operator asks of the console. */
export const operate = (c: Caller, path: string, body: object): Promise<Answer> =>
  c.call('POST', `/api/v1/operator${path}`, body, { key: c.world.keys.operator });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
