import { expect } from 'chai';
import jsonata from 'jsonata';
import { mappingOf, rowProblems, rowsOf } from '../../../src/core/delivery/mapping-rows.js';
import { destinationTemplates } from '../../../src/platform/catalogue-files/destination-templates.js';

const LEAD = {
  lead: {
    personal: { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', phone: '6085550123' },
    address: { zip_code: '53703', city: 'Madison' },
    education: { education_level: 'bachelor' },
  },
  ...{ lead_id: 'L-1', program: { value: 'bsn' }, consent: { decision: true, text: 'Yes' } },
  ...{ affiliate: { handle: 'north' }, result: { reference: 'R-1' }, callback_url: 'https://x.example' },
};

describe('rows of a mapping', () => {
  const bodies = destinationTemplates().flatMap(({ name, entry }) => {
    const { delivery, partner } = entry as Record<string, Record<string, { body?: string }>>;
    const { search, submit } = partner ?? {};
    return [delivery as { body?: string } | undefined, search, submit].flatMap((one) =>
      one?.body === undefined ? [] : [[name, one.body] as const],
    );
  });

  it('are those of each of the ten destinations, and say the same when they are written again', async () => {
    expect(bodies).to.have.length(11);
    for (const [name, body] of bodies) {
      const rows = rowsOf(body);
      expect(rows, name).to.have.length.of.at.least(1);
      const again = mappingOf(rows!);
      expect(rowsOf(again), name).to.deep.equal(rows);
      if (!body.includes('$xml'))
        expect(await jsonata(again).evaluate(LEAD), name).to.deep.equal(await jsonata(body).evaluate(LEAD));
    }
  });

  it('name groups by a period', () => {
    const [, body] = bodies[0]!;
    expect(rowsOf(body)?.slice(0, 3)).to.deep.equal([
      { path: 'applicant.name.first', value: 'lead.personal.first_name' },
      { path: 'applicant.name.last', value: 'lead.personal.last_name' },
      { path: 'applicant.contact.email', value: 'lead.personal.email' },
    ]);
  });

  it('keep texts, patterns, groups in calls and divisions whole', () => {
    const values = [
      ...['"a, } \\" b"', "'}'", '`odd, name`', '$replace(x, /[,/]\\}(a{1,2})/, "$1")', '(a / b) / 2'],
      ...[
        '{ "x": 1 }.x',
        '{}',
        '[1, { "a": 2 }]',
        '$map(x, function($v) { $v + 1 })',
        'a ? { "b": 1 } : null',
      ],
    ];
    const body = `{ ${values.map((value, at) => `"k${at}": ${value}`).join(', ')} }`;
    expect(() => jsonata(body)).to.not.throw();
    expect(rowsOf(body)?.map(({ value }) => value)).to.deep.equal(values);
  });

  for (const body of [
    'lead',
    '{ lead.x: 1 }',
    '{ "a": 1, "a": 2 }',
    '{ "a": /* why */ 1 }',
    '{ "a.b": 1 }',
    '{ "a": ( }',
    '{ "a": 1 } ~> $f',
    '{ "a": }',
    '',
    '{ "a": 1,',
    '{ "": 1 }',
  ])
    it(`are not made of ${JSON.stringify(body)}`, () => {
      expect(rowsOf(body)).to.equal(undefined);
    });

  it('leave out a row that is not complete, and say why', () => {
    const rows = [
      ...[
        { path: 'a', value: '1' },
        { path: '', value: '2' },
        { path: 'b', value: ' ' },
      ],
      ...[
        { path: 'a', value: '3' },
        { path: 'a.b', value: '4' },
        { path: 'c.', value: '5' },
      ],
    ];
    expect(rowProblems(rows).map((problem) => problem !== undefined)).to.deep.equal([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(mappingOf(rows)).to.equal('{\n  "a": 1\n}\n');
  });
});
