import type { mongo } from 'mongoose';
import { dupeCheckRequest, searchRequest, submitRequest, type BenchRequest } from './requests.js';
import type { Side } from './side.js';

/** A stored document or a part of one, as the driver gives it. The bare pipeline never looks inside. */
export type Opaque = Readonly<Record<string, unknown>>;

/** What one real search and submit stored and answered; the bare pipeline stores and answers the same. */
export interface Samples {
  readonly search: {
    readonly inserted: Opaque;
    readonly run: Opaque;
    readonly entry: Opaque;
    readonly answer: Opaque;
  };
  readonly lead: {
    readonly inserted: Opaque;
    readonly slot: Opaque;
    readonly owner: Opaque;
    /** How many identities are claimed. */
    readonly identities: number;
    readonly attempt: Opaque;
    readonly sent: Opaque;
    readonly decided: Opaque;
    readonly pendingEffect: Opaque;
    readonly answer: Opaque;
  };
  readonly dupeCheck: { readonly answer: Opaque };
}

interface Row extends Opaque {
  readonly _id: string;
}
interface SearchAnswer extends Opaque {
  readonly svc_lead_id: string;
  readonly offers: readonly { readonly svc_result_id: string }[];
}

/** Runs one lead through Leadkeep's processes and reads what they stored. */
export async function takeSamples(db: mongo.Db, ours: Side): Promise<Samples> {
  const searched = (await call(ours, searchRequest())) as SearchAnswer;
  const { svc_lead_id: search_id } = searched;
  const result_id = searched.offers[0]?.svc_result_id ?? '';
  const submitted = (await call(ours, submitRequest({ search_id, result_id }))) as { svc_lead_id: string };
  const search = await read(db, 'searches', search_id);
  const lead = await read(db, 'leads', submitted.svc_lead_id);
  const claim = await db.collection<Row>('claims').findOne({});
  const { results, verdicts, partners, slots, catalogue_version, timeline, ...searchRest } = search;
  const { attempts, pending_effects, decision, intent, reference, timeline: steps, ...leadRest } = lead;
  return {
    search: {
      inserted: {
        ...searchRest,
        state: 'new',
        runs: 0,
        due_at: new Date(),
        results: [],
        verdicts: [],
        partners,
        slots: [],
        timeline: firstOf(timeline),
      },
      run: { results, verdicts, catalogue_version },
      entry: lastOf(timeline),
      answer: searched,
    },
    lead: {
      inserted: {
        ...leadRest,
        state: 'queued',
        runs: 0,
        due_at: new Date(),
        attempts: [],
        pending_effects: [],
        timeline: [],
      },
      slot: lastOf(slots),
      owner: lastOf(claim?.['owners']),
      identities: listOf(lead['identities']).length,
      attempt: lastOf(attempts),
      sent: lastOf(steps),
      decided: { decision, intent, reference },
      // The bare pipeline owes nothing but what happens to the reservations.
      pendingEffect: listOf(pending_effects).find(({ kind }) => kind === 'reservations') ?? {},
      answer: submitted,
    },
    dupeCheck: { answer: await call(ours, dupeCheckRequest()) },
  };
}

async function call({ url, headers }: Side, { method, path, body }: BenchRequest): Promise<Opaque> {
  const init = {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  };
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return JSON.parse(text) as Opaque;
}

async function read(db: mongo.Db, collection: string, _id: string): Promise<Opaque> {
  const row = await db.collection<Row>(collection).findOne({ _id });
  if (!row) throw new Error(`nothing was stored in ${collection} by the first lead`);
  return row;
}

const listOf = (value: unknown): readonly Opaque[] => (Array.isArray(value) ? (value as Opaque[]) : []);
const firstOf = (value: unknown): readonly Opaque[] => listOf(value).slice(0, 1);
const lastOf = (value: unknown): Opaque => listOf(value).at(-1) ?? {};
