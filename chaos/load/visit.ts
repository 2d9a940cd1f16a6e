import { setTimeout as sleep } from 'node:timers/promises';
import { AFFILIATE_ID, CAMPAIGN_IDS, offerId } from '../plan/catalogue.js';
import { planOffers } from '../plan/offers.js';
import type { Person } from '../plan/people.js';
import type { PlannedSubmit, Visit } from '../plan/visits.js';
import type { Client } from './client.js';
import type { Journal } from './journal.js';

const API = '/api/v1/engine';
/** How often clients that wait for partners poll. Not all do. */
const POLLS = 4;
const DIRECT_OFFERS = planOffers(0).filter(({ kind }) => kind === 'direct').length;

interface Found {
  readonly svc_result_id: string;
  readonly programs: readonly { readonly value: string }[];
}

/** The visit of one person: a search and submits of its results, or direct posts. */
export async function makeVisit(client: Client, journal: Journal, visit: Visit): Promise<void> {
  const { person, campaign, atOnce, submits } = visit;
  const common = {
    svc_campaign_id: CAMPAIGN_IDS[campaign],
    svc_affiliate_id: AFFILIATE_ID,
  };
  const bodyOf = visit.form === 'A' ? await searched(client, journal, visit, common) : undefined;
  const send = (planned: PlannedSubmit): Promise<void> =>
    submit(client, journal, visit, planned, {
      ...(bodyOf?.(planned) ?? directBody(person, planned, common)),
      ...(planned.consent === null ? {} : { tcpa_consent: planned.consent }),
    });
  if (atOnce) await Promise.all(submits.map(send));
  else for (const planned of submits) await send(planned);
}

/** Searches and polls. Returns how to submit the results; undefined without results, and the lead is then posted directly. */
async function searched(client: Client, journal: Journal, { person }: Visit, common: object) {
  const search = await client.call('POST', `${API}/search`, {
    ...common,
    tcpa_consent: true,
    ...leadOf(person),
  });
  if (!search) return undefined;
  const id = String(search.body['svc_lead_id']);
  journal.searches.add(id);
  let last = search.body;
  for (let poll = 0; poll < POLLS && last['processing_done'] === false; poll += 1) {
    await sleep(Number(last['poll_after_ms'] ?? 1_000));
    last = (await client.call('GET', `${API}/results/${id}`))?.body ?? last;
  }
  const offers = last['offers'] as readonly Found[];
  if (offers.length === 0) journal.nothingFound += 1;
  if (offers.length === 0) return undefined;
  return ({ choice }: PlannedSubmit): object => {
    const found = offers[Math.floor(choice * offers.length)];
    return {
      ...common,
      search_lead_id: id,
      svc_result_id: found?.svc_result_id,
      ...programOf(found?.programs ?? [], choice),
      // EduMatch asks this question; for others it is an extra key.
      work_experience: '0',
    };
  };
}

function directBody(person: Person, { choice }: PlannedSubmit, common: object): object {
  const svc_offer_id = offerId(Math.floor(choice * DIRECT_OFFERS));
  const programs = planOffers(0)[0]?.programs ?? [];
  return {
    ...common,
    svc_offer_id,
    ...leadOf(person),
    ...programOf(
      programs.map((value) => ({ value })),
      choice,
    ),
  };
}

function programOf(programs: readonly { readonly value: string }[], choice: number): object {
  const program = programs[Math.floor(choice * 1_000) % Math.max(1, programs.length)];
  return program ? { program_id: program.value } : {};
}

const leadOf = ({ email, phone, first_name, last_name, state }: Person): object => ({
  lead: {
    personal: { email, phone, first_name, last_name },
    address: { address_line_1: '1 Main Street', city: 'Madison', state, zip_code: '53703' },
  },
  tracking: { ip_address: '203.0.113.7' },
});

async function submit(
  client: Client,
  journal: Journal,
  { person, form }: Visit,
  { key, again }: PlannedSubmit,
  body: object,
): Promise<void> {
  for (let times = again ? 2 : 1; times > 0; times -= 1) {
    const answer = await client.call('POST', `${API}/leads`, body, key);
    if (!answer) {
      journal.givenUp.push(key);
      return;
    }
    const { svc_lead_id: id, code, status } = answer.body;
    const known = journal.acknowledged.get(key) ?? { key, email: person.email, form, answers: [] };
    known.answers.push({
      lead_id: String(id),
      code: String(code),
      status: String(status),
      http: answer.http,
    });
    journal.acknowledged.set(key, known);
  }
}
