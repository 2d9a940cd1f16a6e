import { expect } from 'chai';
import { readPlainAnswer, readPlainResults } from '../../../src/platform/outbound/read-buyer-response.js';

/** Status, body, what is read of it. */
const ANSWERS: readonly (readonly [number, string, object | undefined])[] = [
  [200, '{"result":"accepted"}', { outcome: 'accepted' }],
  [200, '\n\ufeff {"result":"accepted"}', { outcome: 'accepted' }],
  [200, '{"result":"rejected","reason":"Wrong state"}', { outcome: 'rejected', reason: 'Wrong state' }],
  [200, '{"result":"duplicate","reference":"R7"}', { outcome: 'duplicate', reference: 'R7' }],
  [202, '{"result":"pending","reference":"R7"}', { outcome: 'pending', reference: 'R7' }],
  [202, '{"result":"accepted"}', { outcome: 'accepted' }],
  [200, '{"result":"retry"}', { outcome: 'retry' }],
  [503, '{"result":"retry","reason":"Busy"}', { outcome: 'retry', reason: 'Busy' }],
  [429, '{"result":"retry"}', { outcome: 'retry' }],
  [200, '{"result":"accepted","reference":7,"reason":null}', { outcome: 'accepted', reference: '7' }],
  [
    200,
    '{"result":"accepted","reference":1764123456789012}',
    { outcome: 'accepted', reference: '1764123456789012' },
  ],
  [200, '{"result":"rejected","reason":12}', { outcome: 'rejected', reason: '12' }],
  [200, '{"result":"accepted","reference":{"id":7},"reason":[]}', { outcome: 'accepted' }],
  [
    200,
    '{"result":"accepted","reference":9007199254740993}',
    { outcome: 'accepted', reference: '9007199254740993' },
  ],
  [200, '{"result":"accepted","reference":"","reason":""}', { outcome: 'accepted' }],
  [200, '{"result":"accepted","price":45.5}', { outcome: 'accepted', price_cents: 4550 }],
  [200, '{"result":"accepted","price":"1.005"}', { outcome: 'accepted', price_cents: 101 }],
  [200, '{"result":"accepted","price":0}', { outcome: 'accepted', price_cents: 0 }],
  [200, '{"result":"accepted","price":-1}', { outcome: 'accepted' }],
  [200, '{"result":"rejected","price":5}', { outcome: 'rejected' }],
  [201, '{"result":"accepted"}', undefined],
  [204, '', undefined],
  [302, '{"result":"accepted"}', undefined],
  [302, '{"result":"retry"}', undefined],
  [400, '{"result":"rejected"}', undefined],
  [429, '', undefined],
  [500, '{"result":"accepted"}', undefined],
  [503, '{"result":"accepted"}', undefined],
  [503, 'Service Unavailable', undefined],
  [200, '', undefined],
  [200, '<html>accepted</html>', undefined],
  [200, '"accepted"', undefined],
  [200, 'null', undefined],
  [200, '[{"result":"accepted"}]', undefined],
  [200, '{}', undefined],
  [200, '{"result":"Accepted"}', undefined],
  [200, '{"result":["accepted"]}', undefined],
  [200, '{"__proto__":{"result":"accepted"}}', undefined],
];

describe('plain JSON', () => {
  for (const [status, body, read] of ANSWERS)
    it(`reads ${status} ${JSON.stringify(body)} as ${JSON.stringify(read) ?? 'nothing'}`, () => {
      expect(readPlainAnswer({ status, body }).answer).to.deep.equal(read);
    });

  for (const [body, key] of [
    ['{"result":"rejected","result":"accepted"}', 'result'],
    ['{"result":"accepted","result":"accepted"}', 'result'],
    ['{"result":"accepted","price":45,"price":4.5}', 'price'],
    ['{"result":"accepted","reference":"a","re\\u0066erence":"b"}', 'reference'],
    ['{"result":"rejected","reason":"a","reason":null}', 'reason'],
  ] as const)
    it(`does not read ${body}`, () => {
      const detail = `answer: no rule matches; its key "${key}" is there twice`;
      expect(readPlainAnswer({ status: 200, body })).to.deep.equal({ detail });
    });

  it('reads past a key that it does not read, and replaces half characters', () => {
    const body = '{"result":"rejected","own":1,"own":2,"in":{"result":1,"result":2},"reason":"No\\ud83d"}';
    expect(readPlainAnswer({ status: 200, body })).to.deep.equal({
      answer: { outcome: 'rejected', reason: 'No\ufffd' },
      detail: 'result rejected; broken characters of it became U+FFFD',
    });
  });

  it('notes a reference that holds U+FFFD, and a guessed charset', () => {
    const body = '{"result":"accepted","reference":"L-\\ufffd1","price":-1}';
    expect(readPlainAnswer({ status: 200, body, guessed_charset: 'windows-1252' }).detail).to.equal(
      'result accepted; it declares no charset and is not UTF-8, so it was read as windows-1252; broken characters of it became U+FFFD; price is not an amount',
    );
  });

  it('leaves out a match in which a key is there twice', () => {
    const read = (matches: string) =>
      readPlainResults({ status: 200, headers: {}, body: `{"results":${matches}}` });
    expect(
      read('[{"reference":"a","name":"A\\ud83d"},{"reference":"b","name":"B","payout":1,"payout":9}]'),
    ).to.deep.equal({
      results: [{ reference: 'a', name: 'A\ufffd', programs: [], questions: [] }],
      faults: ['broken characters of it became U+FFFD', 'results[1]: a key is there twice'],
    });
    expect(read('[],"results":[]')).to.equal(undefined);
  });

  it('leaves out a reference and a reason that are too long, and tells of them', () => {
    const read = (reference: number, reason: number) =>
      readPlainAnswer({
        status: 200,
        body: JSON.stringify({
          ...{ result: 'accepted', price: 45 },
          ...{ reference: 'r'.repeat(reference), reason: 's'.repeat(reason) },
        }),
      });
    expect(read(1_000, 2_001)).to.deep.equal({
      answer: { outcome: 'accepted', price_cents: 4500 },
      detail: 'result accepted; reference has over 300 characters; reason has over 2000 characters',
    });
    expect(read(300, 2_000)).to.deep.equal({
      answer: {
        ...{ outcome: 'accepted', price_cents: 4500 },
        ...{ reference: 'r'.repeat(300), reason: 's'.repeat(2_000) },
      },
      detail: 'result accepted',
    });
  });

  for (const [body, detail] of [
    [
      '{"result":"accepted","reference":{"id":7},"reason":true}',
      'result accepted; reference is not text; reason is not text',
    ],
    ['<p>Thank you</p>', 'answer: no rule matches; the body is not a JSON object'],
    ['\n', 'answer: no rule matches; the body is empty'],
    ['{"result":"ok"}', 'answer: no rule matches'],
  ] as const)
    it(`tells of ${JSON.stringify(body)}: ${detail}`, () => {
      expect(readPlainAnswer({ status: 200, body }).detail).to.equal(detail);
    });

  for (const [price, detail] of [
    ['45', 'result accepted'],
    ['null', 'result accepted'],
    ['"$45"', 'result accepted; price is not an amount'],
    ['{}', 'result accepted; price is not an amount'],
  ] as const)
    it(`tells of a price ${price}: ${detail}`, () => {
      const body = `{"result":"accepted","price":${price}}`;
      expect(readPlainAnswer({ status: 200, body }).detail).to.equal(detail);
    });
});
