import { setTimeout as sleep } from 'node:timers/promises';
import { hashPart } from '../../../src/core/lead/identity.js';
import { derivedId } from '../../../src/platform/catalogue-files/defaults.js';
import { API, Caller, noneDriven, operate, type Driven } from './caller.js';
import { BUYERS } from './catalogue.js';
import { newTruth, personIn, submitIn, valueOf } from './truth.js';
import type { World } from './world.js';

const CONCURRENT = Number(process.env['CONCURRENT'] ?? 8);
/** A busy machine sends fewer people. */
const MAX_MS = Number(process.env['MAX_MINUTES'] ?? 120) * 60_000;

/** Sends so many people every way that there is, one after another. */
export async function drive(world: World, count: number): Promise<Driven> {
  const driven = noneDriven();
  let next = 0;
  const until = performance.now() + MAX_MS;
  const worker = async (): Promise<void> => {
    while (next < count && performance.now() < until) {
      const n = next;
      next += 1;
      const [name, way] = WAYS[n % WAYS.length]!;
      const truth = newTruth(n);
      driven.truths.push(truth);
      driven.wayOf.set(n, name);
      driven.ways.set(name, (driven.ways.get(name) ?? 0) + 1);
      await way(new Caller(world, driven, truth, name)).catch((error: unknown) => {
        const line = `${name}: went wrong: ${String(error).slice(0, 120)}`;
        driven.answers.set(line, (driven.answers.get(line) ?? 0) + 1);
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, worker));
  return driven;
}

type Way = readonly [name: string, way: (c: Caller) => Promise<unknown>];

/** One way for each buyer, and all that is not a plain post. */
const WAYS: readonly Way[] = [
  ...BUYERS.map((buyer): Way => [`direct post: ${buyer}`, (c) => c.direct(buyer)]),
  ['search only', (c) => c.search()],
  ['search and submit', async (c) => c.result(await c.search(), 'accepts')],
  [
    'search, submit with changes',
    async (c) =>
      c.result(await c.search(), 'echoes', { lead: { personal: { email: valueOf(c.also(), 'email') } } }),
  ],
  ['search, submit to a partner', async (c) => c.result(await c.search(), 'partner')],
  ['search again under its id', async (c) => c.search({ svc_lead_id: (await c.search()).id })],
  [
    'another person under the id of a search',
    async (c) => c.search({ svc_lead_id: (await c.search()).id, ...personIn(c.also()) }),
  ],
  [
    'fallback',
    (c) =>
      c.direct('choosy', {
        fallbacks: [
          {
            svc_offer_id: derivedId('offer', 'accepts'),
            tcpa_consent: true,
            consent_button_label: valueOf(c.truth, 'consent_button_label'),
            answers: { why_now: valueOf(c.truth, 'answer') },
          },
        ],
      }),
  ],
  [
    'same person twice',
    async (c) => [await c.direct('accepts'), await c.direct('accepts', {}, { headers: {} })],
  ],
  ['repeated with its key', async (c) => [await c.direct('accepts'), await c.direct('accepts')]],
  [
    'another body under the key',
    async (c) => [await c.direct('accepts'), await c.direct('accepts', personIn(c.also()))],
  ],
  ['no consent', (c) => c.direct('accepts', { tcpa_consent: false })],
  ['wrong program', (c) => c.direct('accepts', { program_id: valueOf(c.truth, 'first_name') })],
  ['test key', (c) => c.direct('accepts', {}, { key: c.world.keys.test })],
  ['webhook fails', (c) => c.direct('accepts', {}, { affiliate: 'southwind' })],
  [
    'suppressed before',
    async (c) => {
      await operate(c, '/suppressions', {
        by: 'email',
        value: valueOf(c.truth, 'email'),
        why: 'Asked to stop',
      });
      await sleep(6_000);
      await c.direct('accepts');
    },
  ],
  [
    'revoked',
    async (c) => {
      const { body } = await c.direct('accepts');
      await c.call('POST', `${API}/leads/${String(body['svc_lead_id'])}/revocation`);
    },
  ],
  [
    'pre-check',
    async (c) => {
      const raw = { email: valueOf(c.truth, 'email'), phone: valueOf(c.truth, 'phone') };
      await c.call('POST', `${API}/dupe-check`, { ...raw, zip: valueOf(c.truth, 'zip_code') });
      await c.call('POST', `${API}/dupe-check`, {
        hashed: { email: hashPart('email', raw.email), phone: hashPart('phone', raw.phone) },
      });
    },
  ],
  [
    'returned by an operator, revealed, found',
    async (c) => {
      const { body } = await c.direct('accepts');
      const id = String(body['svc_lead_id']);
      c.driven.looked.add(c.truth.n);
      await operate(c, `/leads/${id}/reveal`, { why: 'A call of the consumer' });
      for (const what of ['email', 'phone', 'click_id', 'external_id', 'last_name'])
        await operate(c, '/find', { q: valueOf(c.truth, what) });
      await operate(c, `/leads/${id}/return`, {
        reason: 'bad_phone',
        override: true,
        why: `They say ${valueOf(c.truth, 'email')}`,
      });
      await c.call('GET', `/api/v1/operator/leads?subid=${valueOf(c.truth, 'subid')}`, undefined, {
        key: c.world.keys.operator,
      });
      await c.call(
        'GET',
        `/api/v1/operator/leads?q=${encodeURIComponent(valueOf(c.truth, 'email'))}`,
        undefined,
        { key: c.world.keys.operator },
      );
    },
  ],
  [
    'found by a command',
    async (c) => {
      const { body } = await c.direct('accepts');
      const leadkeep = (...args: string[]): Promise<string> => c.world.leadkeep(...args);
      const person = ['--email', valueOf(c.truth, 'email'), '--phone', valueOf(c.truth, 'phone')];
      await leadkeep('lead', 'find', ...person, '--click-id', valueOf(c.truth, 'click_id'));
      await leadkeep('lead', 'show', String(body['svc_lead_id']), '--json');
      await leadkeep('suppress', 'add', ...person, '--reason', 'Asked to stop');
      await leadkeep('person', 'export', '--email', valueOf(c.truth, 'email'), '--case', `E-${c.truth.n}`);
    },
  ],
  [
    'malformed: cut off',
    (c) =>
      c.call(
        'POST',
        `${API}/leads`,
        JSON.stringify({ ...personIn(c.truth), ...submitIn(c.truth) }).slice(0, -20),
      ),
  ],
  [
    'malformed: wrong types',
    (c) =>
      c.direct('accepts', {
        lead: { personal: { email: valueOf(c.truth, 'last_name'), phone: [valueOf(c.truth, 'phone')] } },
      }),
  ],
  [
    'malformed: values as names',
    (c) =>
      c.direct('accepts', {
        [valueOf(c.truth, 'email')]: { [valueOf(c.truth, 'phone')]: 1 },
        lead: {
          personal: {
            ...(personIn(c.truth) as { lead: { personal: object } }).lead.personal,
            [valueOf(c.truth, 'last_name')]: { [valueOf(c.truth, 'city')]: true },
          },
          [valueOf(c.truth, 'first_name')]: valueOf(c.truth, 'first_name'),
        },
      }),
  ],
  [
    'malformed: ids',
    (c) =>
      c.direct('accepts', {
        svc_offer_id: valueOf(c.truth, 'email'),
        svc_campaign_id: valueOf(c.truth, 'phone'),
      }),
  ],
  [
    'malformed: tracking and fallbacks',
    (c) =>
      c.direct('accepts', {
        tracking: { ip_address: valueOf(c.truth, 'email') },
        fallbacks: [{ [valueOf(c.truth, 'email')]: valueOf(c.truth, 'phone') }],
      }),
  ],
  [
    'malformed: addresses and headers',
    async (c) => {
      const email = valueOf(c.truth, 'email');
      const person = `email=${encodeURIComponent(email)}&phone=${valueOf(c.truth, 'phone')}`;
      await c.call('GET', `${API}/leads/${encodeURIComponent(email)}?${person}`);
      await c.call('GET', `${API}/results/${valueOf(c.truth, 'last_name').replace("'", '%27')}?${person}`);
      await c.call('GET', `${API}/leads?since=${valueOf(c.truth, 'phone')}&${person}`);
      await c.call('GET', `/${encodeURIComponent(email)}?${person}`);
      await c.call('POST', `${API}/leads?${person}`, { lead: {} }, { key: email });
      await c.call('POST', `${API}/leads`, personIn(c.truth), {
        key: `lk_live_${valueOf(c.truth, 'phone')}`,
      });
      await c.call('POST', `/api/v1/callbacks/${encodeURIComponent(email)}`, personIn(c.truth));
      await c.call('POST', `${API}/leads`, `email=${email}`, {
        headers: { 'content-type': `text/${valueOf(c.truth, 'first_name')}` },
      });
    },
  ],
];
