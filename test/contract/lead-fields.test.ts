import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  directBody,
  PATHS,
  resultBody,
  searchBody,
  startApi,
  type Answered,
  type TestApi,
} from '../support/api.js';
import { expectAnswer } from '../support/envelope.js';
import { storedSearch } from '../support/stored-search.js';
import { LEAD } from './spec-tables.js';

const NOT_SENT = [null, '', '   ', '\t\n'];
const each = async (values: readonly unknown[], check: (value: unknown) => Promise<void>): Promise<void> => {
  await Promise.all(values.map(check));
};
const shown = (value: unknown): string => JSON.stringify(value);

describe('contract: lead', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0, submitWaitMs: 0 });
  });
  after(() => api.close());

  const search = (lead: unknown): Promise<Answered> => api.post(PATHS.search, searchBody({ lead }));
  const stored = async (lead: unknown): Promise<unknown> => {
    const { status, body } = await search(lead);
    expect(status, shown(lead)).to.equal(200);
    return (await api.platform.searches.read(body.svc_lead_id))?.lead;
  };
  /** The three requests that hold a lead. The search of form A's result is not there: its fields are evaluated before. */
  const REQUESTS: Readonly<Record<string, (lead: unknown) => Promise<Answered>>> = {
    search,
    'form A': (lead) => api.post(PATHS.leads, resultBody(randomUUID(), 'x', { lead })),
    'form B': (lead) => api.post(PATHS.leads, directBody({ lead })),
  };
  const expectInvalid = (answer: Answered, field: string, expected: string, value: unknown): void => {
    expectAnswer(answer, { http: 400, code: 'INVALID_FIELD', field, reason: 'Invalid value' });
    expect(answer.body['message'], shown(value)).to.equal(`${field} must be ${expected}.`);
  };

  for (const [path, { good, bad, expected }] of Object.entries(LEAD)) {
    const [group, leaf] = path.split('.') as [string, string];
    describe(path, () => {
      it(`nested and flat: ${good.length} good values`, async () => {
        await each(good, async (value) => {
          const kept = { [group]: { [leaf]: String(value) } };
          expect(await stored({ [group]: { [leaf]: value } })).to.deep.equal(kept);
        });
        await each(good.slice(0, 4), async (value) => {
          const kept = { [group]: { [leaf]: String(value) } };
          expect(await stored({ [leaf]: value })).to.deep.equal(kept);
        });
      });

      it('trimmed', async () => {
        const [value] = good;
        expect(await stored({ [group]: { [leaf]: ` ${String(value)}\t` } })).to.deep.equal({
          [group]: { [leaf]: String(value) },
        });
      });

      it('null, empty and blank are not sent', async () => {
        await each(NOT_SENT, async (value) => {
          const both = { [group]: { [leaf]: value }, [leaf]: value };
          expect(await stored(both), shown(value)).to.deep.equal({});
        });
      });

      it(`nested and flat: ${bad.length} bad values, on search and on both forms of submit`, async () => {
        for (const [name, request] of Object.entries(REQUESTS)) {
          // The fields are read by one schema: on the submits some of the values are enough.
          const values = name === 'search' ? bad : bad.filter((_, index) => index % 4 === 0);
          await each(values, async (value) => {
            expectInvalid(await request({ [group]: { [leaf]: value } }), `lead.${path}`, expected, value);
            expectInvalid(await request({ [leaf]: value }), `lead.${leaf}`, expected, value);
          });
        }
      });
    });
  }

  describe('aliases and groups', () => {
    const ALIASES: readonly (readonly [alias: string, path: string, good: string, bad: unknown])[] = [
      ['zip', 'address.zip_code', '53703', '5370'],
      ['dob', 'personal.date_of_birth', '1990-02-28', '02/28/1990'],
      ['address', 'address.address_line_1', '1 Main St', 5],
    ];
    for (const [alias, path, good, bad] of ALIASES)
      it(`${alias} is ${path}`, async () => {
        const [group, leaf] = path.split('.') as [string, string];
        const other = `${good} `;
        expect(await stored({ [alias]: other })).to.deep.equal({ [group]: { [leaf]: good } });
        for (const request of Object.values(REQUESTS))
          expectAnswer(await request({ [alias]: bad }), {
            http: 400,
            code: 'INVALID_FIELD',
            field: `lead.${alias}`,
          });
      });

    /** What wins when a field is sent twice; what loses is not looked at. */
    const TWICE: readonly (readonly [what: string, lead: object, zip: string])[] = [
      ['nested before flat', { zip_code: '00501', address: { zip_code: '53703' } }, '53703'],
      ['nested before an alias', { zip: '00501', address: { zip_code: '53703' } }, '53703'],
      ['the leaf name before its alias', { zip: '00501', zip_code: '53703' }, '53703'],
      ['a wrong value that lost', { zip: 'x', zip_code: {}, address: { zip_code: '53703' } }, '53703'],
      ['flat where the nested one is blank', { zip: '53703', address: { zip_code: ' ' } }, '53703'],
      ['flat where the nested one is null', { zip_code: '53703', address: { zip_code: null } }, '53703'],
    ];
    for (const [what, lead, zip] of TWICE)
      it(`sent twice: ${what}`, async () => {
        expect(await stored(lead)).to.deep.equal({ address: { zip_code: zip } });
      });

    const WRONG: readonly (readonly [what: string, lead: unknown, field: string])[] = [
      ...['personal', 'address', 'education', 'background'].flatMap((group) => [
        [`${group} is a number`, { [group]: 1 }, `lead.${group}`] as const,
        [`${group} is an array`, { [group]: [] }, `lead.${group}`] as const,
      ]),
      ['personal is text', { personal: 'Ann' }, 'lead.personal'],
      ['lead is text', 'Ann', 'lead'],
      ['lead is an array', [{}], 'lead'],
      ['lead is a number', 1, 'lead'],
      ['lead is true', true, 'lead'],
    ];
    for (const [what, lead, field] of WRONG)
      it(`${what}: INVALID_FIELD ${field}`, async () => {
        for (const request of Object.values(REQUESTS))
          expectInvalid(await request(lead), field, 'an object', lead);
      });

    it('lead must be sent on search and form B, may be left out on form A', async () => {
      for (const lead of [null, undefined, '', ' ']) {
        for (const name of ['search', 'form B'])
          expectAnswer(await REQUESTS[name]!(lead), {
            http: 400,
            code: 'REQUIRED_FIELD_MISSING',
            field: 'lead',
          });
        expectAnswer(await REQUESTS['form A']!(lead), {
          http: 404,
          code: 'NOT_FOUND',
          field: 'svc_result_id',
          error: 'search_result_not_found',
        });
      }
    });

    it('an empty lead is a lead', async () => {
      expect(await stored({})).to.deep.equal({});
      expect(await stored({ personal: {}, address: null })).to.deep.equal({});
    });
  });

  it('extra keys are kept in the shape they were sent, and are never a field', async () => {
    const lead = {
      email: ' ann@example.com ',
      age: 30,
      zip: '53703',
      address: '1 Main St',
      personal: { first_name: 'Ann', nickname: ' Annie ' },
      hobby: ['chess', null, ' go '],
      nothing: ' ',
      Email: 'not an address',
    };
    expect(await stored(lead)).to.deep.equal({
      personal: { email: 'ann@example.com', age: '30', first_name: 'Ann' },
      address: { address_line_1: '1 Main St', zip_code: '53703' },
      extra: { personal: { nickname: 'Annie' }, hobby: ['chess', 'go'], Email: 'not an address' },
    });
  });

  it('flat keys at the top level of a request are extra keys', async () => {
    const { body } = await api.post(PATHS.search, searchBody({ lead: {}, email: 'x', zip: 5 }));
    const search_ = await api.platform.searches.read(body.svc_lead_id);
    expect(search_).to.deep.include({ lead: {}, extra: { email: 'x', zip: 5 } });
  });

  it('a lead field that a result asks is evaluated at the top level too, at the path as sent', async () => {
    const found = storedSearch();
    await api.storeSearch(found);
    const submit = (over: object) =>
      api.post(
        PATHS.leads,
        resultBody(found.id, found.results[0]?.id ?? '', { campus_visit: 'yes', ...over }),
      );
    expectInvalid(await submit({ age: 'x' }), 'age', 'a whole number of years, like 36', 'x');
    // Not asked by this result: an extra key.
    expect((await submit({ age: 30, phone: 'x' })).status).to.equal(202);
  });

  it('form A: fields that are sent replace the search’s, field by field; flat ones too', async () => {
    const found = storedSearch();
    await api.storeSearch(found);
    const { body } = await api.post(
      PATHS.leads,
      resultBody(found.id, found.results[0]?.id ?? '', {
        lead: { zip: '00501', personal: { first_name: 'Bea', email: null } },
        age: 41,
      }),
    );
    const lead = await api.platform.leads.read(body.svc_lead_id);
    expect(lead?.lead).to.deep.equal({
      personal: { ...found.lead.personal, first_name: 'Bea', age: '41' },
      address: { ...found.lead.address, zip_code: '00501' },
    });
  });

  it('no answer repeats a value', async () => {
    for (const [path, { bad }] of Object.entries(LEAD)) {
      const secret = `SECRET-${path}`;
      const [group, leaf] = path.split('.') as [string, string];
      if (bad.includes('x') || path.includes('name') || path.includes('line') || path.endsWith('city'))
        continue;
      expect((await search({ [group]: { [leaf]: secret } })).text).to.not.contain('SECRET');
    }
  });
});
