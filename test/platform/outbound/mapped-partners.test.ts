import { expect } from 'chai';
import { FULL_LEAD as FULL, localDestinations, offerAt, PATIENT_MS } from './fixtures.js';
import { json, replyServer, type Reply, type ReplyServer } from './reply-server.js';

describe('mapped partner searches', () => {
  let server: ReplyServer;
  const destinations = localDestinations({ LEADKEEP_SECRET_TOKEN: 'opensesame' });
  before(async () => {
    server = await replyServer();
  });
  beforeEach(() => server.received.splice(0));
  after(async () => {
    await destinations.close();
    await server.close();
  });

  const search = {
    url: '',
    method: 'POST',
    headers: { 'X-Key': '${secret:TOKEN}' },
    timeout_ms: PATIENT_MS,
    insecure_http: true,
    encoding: 'form',
    body: '{ "zip": lead.address.zip_code, "mail": $sha256(lead.personal.first_name) }',
    results:
      'body.matches.{ "reference": id, "name": title, "school": { "name": school }, "programs": courses.{ "value": code, "label": title }, "payout": $number(bid), "questions": ask.{ "name": n, "type": "select", "options": o.{ "value": $, "label": $ } } }',
  } as const;
  const ask = (over: object = {}) =>
    destinations.askPartner(
      offerAt(server.url, {}, { search: { ...search, ...over } }),
      FULL,
      server.url,
      PATIENT_MS,
    );

  it('leaves out what it cannot read, alone, and tells of it', async () => {
    const match = (id: number, bid: unknown) => ({ id, title: 'Nursing', school: 'Summit', bid });
    server.reply = json({ matches: [match(1, '20'), match(2, 'x'), match(3, '30'), match(4, {})] });
    const answer = await ask();
    if (answer.kind !== 'answered') throw new Error(answer.detail);
    expect(answer.results.map(({ reference, bid_cents }) => [reference, bid_cents])).to.deep.equal([
      ['3', 3_000],
      ['1', 2_000],
    ]);
    expect(answer.faults).to.deep.equal([
      'entry 2 is left out: results fails at "number": a value is not a number (D3030)',
      'entry 4 is left out: results fails at "number": a value has the wrong type (T0410)',
    ]);
  });

  it('sends what is named and nothing else, and reads lists of one', async () => {
    server.reply = json({
      matches: {
        id: 7,
        title: 'Nursing',
        school: 'Summit',
        bid: '20.55',
        courses: [{ code: 1, title: 'BSN' }],
        ask: { n: 'start', o: ['now'] },
      },
    });
    expect(await ask()).to.deep.equal({
      kind: 'answered',
      results: [
        {
          reference: '7',
          name: 'Nursing',
          school: { name: 'Summit' },
          programs: [{ value: '1', label: 'BSN' }],
          questions: [
            { name: 'start', type: 'select', required: false, options: [{ value: 'now', label: 'now' }] },
          ],
          bid_cents: 2055,
        },
      ],
      faults: [],
    });
    expect(server.received[0]?.body).to.match(/^zip=60601&mail=[0-9a-f]{64}$/);
    expect(server.received[0]?.headers).to.include({ 'x-key': 'opensesame' });
  });

  it('takes a number for a reference with all its digits', async () => {
    const match = (id: number) => ({ id, title: 'Nursing', school: 'Summit', bid: '20' });
    const text = JSON.stringify({ matches: [match(1_764_123_456_789_012), match(7)] });
    server.reply = {
      headers: { 'content-type': 'application/json' },
      body: text.replace('"id":7', '"id":12345678901234567890'),
    };
    const answer = await ask();
    if (answer.kind !== 'answered') throw new Error(answer.detail);
    expect(answer.results.map(({ reference }) => reference)).to.deep.equal([
      ...['1764123456789012', '12345678901234567890'],
    ]);
    expect(answer.faults).to.deep.equal([]);
  });

  /** What, the reply, what comes of it. */
  const ANSWERED: readonly (readonly [string, Reply, object])[] = [
    ['no match', json({ matches: [] }), { kind: 'answered', results: [], faults: [] }],
    [
      'a wrong one',
      json({ matches: [{ title: 'x', bid: '1' }] }),
      { kind: 'answered', results: [], faults: ['results[0]: "reference" is required'] },
    ],
    [
      'an error',
      json({ matches: [] }, 500),
      { kind: 'failed', detail: 'answer: status 500', health: 'down' },
    ],
    [
      'a page',
      { headers: { 'content-type': 'text/html' }, body: '<p>' },
      { kind: 'failed', detail: 'answer: results gives nothing, and the answer is text', health: 'up' },
    ],
    [
      'broken JSON',
      { headers: { 'content-type': 'application/json' }, body: '{"matches":' },
      { kind: 'failed', detail: 'answer: the answer is not JSON', health: 'up' },
    ],
    [
      'a bid that is no number',
      json({ matches: [{ bid: 'high' }] }),
      {
        kind: 'failed',
        detail: 'answer: results fails at "number": a value is not a number (D3030)',
        health: 'up',
      },
    ],
  ];
  for (const [what, answer, made] of ANSWERED)
    it(`is told ${what}`, async () => {
      server.reply = answer;
      expect(await ask()).to.deep.equal(made);
    });

  it('cuts thousands at 50, best first', async () => {
    const matches = Array.from({ length: 4_000 }, (_, n) => ({
      id: n,
      title: 'T',
      school: 'S',
      bid: `${n / 100}`,
    }));
    server.reply = json({ matches });
    const answer = await ask();
    expect(answer).to.have.property('results').with.lengthOf(50);
    expect(answer).to.deep.include({ kind: 'answered', faults: ['4000 results, cut at 50'] });
  });

  it('asks nobody with a mapping that fails', async () => {
    expect(await ask({ body: '$error("x")' })).to.deep.include({ kind: 'failed' });
    expect(server.received).to.deep.equal([]);
  });
});
