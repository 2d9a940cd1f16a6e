import { expect } from 'chai';
import type { Delivery, Offer, PartnerSearch, Program } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { SearchRecord } from '../../../src/core/search/search-record.js';
import type { MappingEvaluator } from '../../../src/app/ports/mapping-evaluator.js';
import { readEncoded } from '../../../src/platform/mapping/read-body.js';
import { withExactNumbers } from '../../../src/platform/mapping/exact-numbers.js';
import { createRequestWriter } from '../../../src/platform/outbound/requests.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';
import { backtestLead, backtestSearch } from '../../../src/app/backtest/backtest.js';
import { someTerms } from '../../core/builders.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../../support/catalogue.js';
import { testLead, testSearch } from '../../support/records.js';

/** The workers' evaluation, in this process. */
const evaluator: MappingEvaluator = {
  run: (_owner, task) => runTask(task),
  close: () => Promise.resolve(),
};
const portsOf = (before: CatalogueOverrides, after: CatalogueOverrides) => ({
  versions: { before: testCatalogue(before), after: testCatalogue(after) },
  geo: { miles: () => 10 },
  requestsAt: (now: Date) => createRequestWriter(evaluator, () => now),
  readBody: readEncoded,
  withExactNumbers,
});
const partsOf = (differences: Awaited<ReturnType<typeof backtestLead>>) =>
  differences.map(({ kind, offer, parts }) => [kind, offer, parts]);

describe('the request of a stored lead under a draft', () => {
  const shared = (delivery: Partial<Delivery>, over: Partial<Omit<Offer, 'buyer'>> = {}) => ({
    offers: { [IDS.shared]: { ...over, delivery: { ...testOffer().delivery, ...delivery } } },
  });
  const replay = async (
    before: CatalogueOverrides,
    after: CatalogueOverrides,
    over: Partial<LeadRecord> = {},
  ) => partsOf(await backtestLead(portsOf(before, after), testLead(over)));
  const BSN: Program = { value: 'bsn', label: 'BSN', eligibility: [], required_fields: [] };
  const LABEL = { body: '{ "course": program.label, "visit": answers.visit }' };

  /** What, the catalogue in force, the draft, the parts. */
  const ROWS: readonly (readonly [string, CatalogueOverrides, CatalogueOverrides, (readonly string[])?])[] = [
    ['nothing', {}, {}],
    ['its time limit', {}, shared({ timeout_ms: 1 })],
    ['its answers', {}, shared({ answers: [{ when: 'true', outcome: 'accepted' }] })],
    ['its address', {}, shared({ url: 'https://other.example' }), ['url']],
    ['a header', {}, shared({ headers: { 'X-Key': 'k' } }), ['headers.x-key']],
    ['a mapping', shared({ body: '{ "a": 1 }' }), shared({ body: '{ "a": 2 }' }), ['body.a']],
    [
      'the moment, which is the lead’s own',
      shared({ body: '{ "at": now }' }),
      shared({ body: '{ "at": "2026-11-21T17:00:00.000Z" }' }),
    ],
    ['the offer’s name', {}, { offers: { [IDS.shared]: { name: 'New' } } }, ['body.offer.name']],
    ['the affiliate’s handle', {}, { affiliate: { handle: 'a' } }, ['body.affiliate.handle']],
  ];
  for (const [what, before, after, parts] of ROWS)
    it(`differs in ${parts?.join() ?? 'nothing'}: ${what}`, async () => {
      expect(await replay(before, after)).to.deep.equal(parts ? [['mapped', 'shared', parts]] : []);
    });

  it('of a result that was shown is written with the offer’s own programs and questions', async () => {
    const terms = someTerms({ programs: [{ value: 'bsn', label: 'As shown' }] });
    const lead = { form: 'A', program_id: 'bsn', terms } as const;
    const [old, now] = [BSN, { ...BSN, label: 'Nursing' }].map((program) =>
      shared(LABEL, { programs: [program] }),
    );
    expect(await replay(old ?? {}, now ?? {}, lead)).to.deep.equal([['mapped', 'shared', ['body.course']]]);
  });

  it('of a partner’s result is written with what was shown', async () => {
    const terms = someTerms({
      reference: 'r-1',
      buyer_id: IDS.buyer,
      expires_at: new Date('2030-01-01T00:00:00Z'),
    });
    const of = (body: string) => ({
      offers: { [IDS.partner]: { delivery: { ...testOffer().delivery, body } } },
    });
    const lead = { form: 'A', offer_id: IDS.partner, terms } as const;
    const [ref, made] = [of('{ "ref": result.reference }'), of('{ "ref": "r-" & "1" }')];
    expect(await replay(ref, made, lead)).to.deep.equal([]);
    expect(await replay(ref, of('{ "ref": "r-2" }'), lead)).to.deep.equal([
      ['mapped', 'partner', ['body.ref']],
    ]);
  });

  it('is not looked at where the lead is decided otherwise', async () => {
    const after = shared({ url: 'https://other.example' }, { status: 'paused' });
    expect(await replay({}, after)).to.deep.equal([['decided', 'shared', undefined]]);
  });
});

describe('what a partner would be asked for a stored search under a draft', () => {
  const api = testCatalogue().offers.get(IDS.partner)?.partner?.search as PartnerSearch;
  const partner = (search: Partial<PartnerSearch>, over: Partial<Omit<Offer, 'buyer'>> = {}) => ({
    offers: { [IDS.partner]: { ...over, partner: { search: { ...api, ...search } } } },
  });
  const replay = async (
    before: CatalogueOverrides,
    after: CatalogueOverrides,
    over: Partial<SearchRecord> = {},
  ) => partsOf(await backtestSearch(portsOf(before, after), testSearch(over)));
  const zip = { body: '{ "zip": lead.address.zip_code }' };
  const [here, there] = ['https://one.test', 'https://two.test'];

  /** What, the catalogue in force, the draft, the parts. */
  const ROWS: readonly (readonly [string, CatalogueOverrides, CatalogueOverrides, (readonly string[])?])[] = [
    ['nothing', {}, {}],
    ['how results are read', partner(zip), partner({ ...zip, results: 'body' })],
    [
      'how results are paid',
      {},
      { offers: { [IDS.partner]: { partner: { search: api, payout_share: 0.5 } } } },
    ],
    ['its test address', partner({ test_url: here }), partner({ test_url: there })],
    ['its address', {}, partner({ url: 'https://other.example' }), ['url']],
    ['a mapping', partner(zip), partner({ body: '{ "zip": "US-" & lead.address.zip_code }' }), ['body.zip']],
    [
      'another name for it',
      partner(zip),
      partner({ body: '{ "code": lead.address.zip_code }' }),
      ['body.zip', 'body.code'],
    ],
    [
      'a field more',
      partner(zip),
      partner({ body: '{ "zip": lead.address.zip_code, "ip": tracking.ip_address }' }),
      ['body.ip'],
    ],
    [
      'a mapping instead of our shape',
      partner({
        body: '{ "search_id": search_id, "lead": lead, "tracking": {}, "offer": offer, "affiliate": affiliate }',
      }),
      {},
      [
        'body.lead.personal.first_name',
        'body.lead.personal.last_name',
        'body.lead.personal.email',
        'body.lead.personal.phone',
      ],
    ],
    ['the offer’s name', {}, { offers: { [IDS.partner]: { name: 'New' } } }, ['body.offer.name']],
    ['the affiliate’s handle', {}, { affiliate: { handle: 'a' } }, ['body.affiliate.handle']],
    [
      'a mapping that fails',
      partner(zip),
      partner({ body: '$error("no")' }),
      ['can\'t be written: body fails at "error": the mapping itself raised it with $error (D3137)'],
    ],
  ];
  for (const [what, before, after, parts] of ROWS)
    it(`differs in ${parts?.join() ?? 'nothing'}: ${what}`, async () => {
      expect(await replay(before, after)).to.deep.equal(parts ? [['mapped', 'partner', parts]] : []);
    });

  it('goes to the test address where it is a test', async () => {
    const test = { is_test: true };
    const [old, now] = [partner({ test_url: here }), partner({ test_url: there })];
    expect(await replay(old, now, test)).to.deep.equal([['mapped', 'partner', ['url']]]);
    const live = partner({ test_url: here, url: 'https://other.example' });
    expect(await replay(old, live, test)).to.deep.equal([]);
  });

  it('stands beside what would be offered otherwise', async () => {
    const after = partner({ url: 'https://other.example' });
    const draft = { offers: { ...after.offers, [IDS.shared]: { status: 'paused' as const } } };
    expect(await replay({}, draft)).to.deep.equal([
      ['offered', 'shared', undefined],
      ['mapped', 'partner', ['url']],
    ]);
  });
});
