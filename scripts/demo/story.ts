import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './api.js';
import { find, offersOf, showOffers, type ShownOffer } from './offers.js';
import { tellMoney, today } from './money.js';
import { dim, heading, indent, say } from './paint.js';
import { lead } from './people.js';
import { LEADS, postLead, search, submitResult, type Stage } from './stage.js';
import { expectMembers, expectThat } from './surprise.js';

const ADA = lead('Ada', 'Accept', '6085550101');
const ACCEPTED = { code: 'ACCEPTED', status: 'accepted', accepted: true };
const NURSING = 'Lakeshore Nursing';
const PARTNERS = 'Business Administration at Prairie State';
/** How long the story waits for a step that takes a second or two. */
const PATIENCE_MS = 120_000;

/** Runs the whole story. Throws a Surprise at the first unexpected answer. */
export async function tellStory(stage: Stage): Promise<void> {
  const from = today();
  heading(1, 'Search: what can this student be offered? Direct offers are there at once, best payout first.');
  const first = await search(stage, ADA);
  const searchId = first['svc_lead_id'];
  const direct = offersOf(first);
  showOffers(direct);

  heading(2, 'Poll: partners answer later; their results join the list.');
  const offers = await pollUntilDone(stage, searchId);
  expectThat(offers.length > direct.length, 'results of partners beside the direct offers');

  await stage.complete;
  heading(3, 'Submit with a question left out: the licence number is required for this program.');
  const nursing = find(offers, NURSING);
  const half = { program_id: 'rn-to-msn', campus_visit: 'yes' };
  const missing = { code: 'REQUIRED_FIELD_MISSING', status: 'invalid', field: 'license_number' };
  await submitResult(stage, searchId, nursing, half, missing);

  heading(4, 'Submit with every answer: the school takes the lead, and the payout is booked.');
  const whole = { ...half, license_number: '1234567' };
  const sold = await submitResult(stage, searchId, nursing, whole, { ...ACCEPTED, payout: 41 });

  heading(5, 'The same person again: refused as a duplicate, with the lead that was sold.');
  const again = { code: 'DUPLICATE', status: 'rejected', payout: 0, reason: / - Offer$/ };
  const refused = await submitResult(stage, searchId, nursing, whole, again);
  expectMembers('its disposition', refused['disposition'] as Answer, { duplicate_of: sold['svc_lead_id'] });
  await askDuplicate(stage);

  heading(6, "Submit a partner's result: it goes to the partner, and we pay a share of its bid.");
  const partner = { program_id: 'ba-business', work_experience: '1-5' };
  await submitResult(stage, searchId, find(offers, PARTNERS), partner, { ...ACCEPTED, payout: 26.6 });

  heading(7, 'A cap: two leads posted straight to the offer fill it, and a third finds no place.');
  const pilot = find(offers, 'Summit Pilot Class');
  await postLead(stage, lead('Bea', 'Brook', '6085550102'), pilot.offer, {}, { ...ACCEPTED, payout: 15 });
  await postLead(stage, lead('Cy', 'Cole', '6085550103'), pilot.offer, {}, { ...ACCEPTED, payout: 15 });
  await submitResult(stage, searchId, pilot, {}, { code: 'CAP_REACHED', status: 'rejected', payout: 0 });

  heading(8, 'A school that says no: its own reason is passed on.');
  const computing = find(offers, 'Summit Computing').offer;
  const no = { code: 'BUYER_REJECTED', status: 'rejected', source: 'buyer', reason: / - Client$/ };
  await postLead(stage, lead('Dan', 'Reject', '6085550104'), computing, { program_id: 'bs-cs' }, no);

  heading(9, 'A school that says "later": pending now, and the outcome is read when it is there.');
  const later = { code: 'PENDING', status: 'pending', accepted: false, payout: 0 };
  const answers = { program_id: 'bsn', campus_visit: 'no' };
  const eve = await postLead(stage, lead('Eve', 'Later', '6085550105'), nursing.offer, answers, later);
  await readOutcome(stage, String(eve['svc_lead_id']));

  heading(10, 'A test lead: every check runs, and it is held before any school sees it.');
  const test = { svc_is_test_lead: true, program_id: 'bsn', campus_visit: 'no' };
  const held = { code: 'TEST_LEAD_HELD', status: 'held', payout: 0 };
  await postLead(stage, lead('Fay', 'Accept', '6085550106'), nursing.offer, test, held);

  heading(11, 'The operator asks what happened to the first lead; personal data is masked.');
  const shown = await stage.leadkeep('lead', 'show', String(sold['svc_lead_id']));
  say(indent(shown));
  expectThat(shown.includes('ACCEPTED'), '"ACCEPTED" in what the operator sees');
  expectThat(!shown.includes(ADA.personal.email), 'the e-mail address to be masked');

  const leads = (await stage.received()).filter(({ what }) => what === 'lead');
  expectThat(
    leads.every(({ again: twice }) => twice === false),
    'no lead taken twice',
  );
  say(dim(`   Schools and partners received ${leads.length} leads, none of them twice.`));

  await tellMoney(stage, String(sold['svc_lead_id']), from);
}

async function pollUntilDone(stage: Stage, searchId: unknown): Promise<readonly ShownOffer[]> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const answer = await stage.api({
      method: 'GET',
      path: `/api/v1/engine/results/${String(searchId)}`,
      status: 200,
      expected: { code: 'OK' },
      print: ['processing_done', 'poll_after_ms'],
    });
    if (answer['processing_done'] === true) {
      showOffers(offersOf(answer));
      return offersOf(answer);
    }
    await sleep(Number(answer['poll_after_ms']), undefined, { signal: stage.signal });
  }
  throw new Error(`expected the partners to have answered after ${PATIENCE_MS / 1000} s`);
}

async function askDuplicate(stage: Stage): Promise<void> {
  const email = createHash('sha256').update(ADA.personal.email).digest('hex');
  await stage.api({
    method: 'POST',
    path: '/api/v1/engine/dupe-check',
    body: { hashed: { email } },
    shown: `hashed: { email: ${email.slice(0, 8)}… }`,
    status: 200,
    expected: { code: 'OK', duplicate_likely: true },
    print: ['code', 'duplicate_likely'],
  });
}

async function readOutcome(stage: Stage, leadId: string): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    await sleep(1_000, undefined, { signal: stage.signal });
    const answer = await stage.api({
      method: 'GET',
      path: `${LEADS}/${leadId}`,
      status: 200,
      expected: { code: /^(PENDING|ACCEPTED)$/ },
      print: ['code', 'payout'],
    });
    if (answer['code'] === 'ACCEPTED') return;
  }
  throw new Error(`expected the school to have decided after ${PATIENCE_MS / 1000} s`);
}
