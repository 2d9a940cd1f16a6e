import { expect } from 'chai';
import {
  fillPostback,
  placeholderProblem,
  type PostbackValues,
} from '../../../src/core/webhooks/postback.js';

const values: PostbackValues = {
  ...{ click_id: 'a&b=c', subid: "sp ring/é'(1)*!", payout: '12.50' },
  ...{ status: 'accepted', transaction_id: 'l-1' },
};
const BASE = 'https://t.example/pb';

describe('the address of a postback', () => {
  const filled: readonly (readonly [string, string, string])[] = [
    ['holds its values percent-encoded', '?cid={{click_id}}&p={{payout}}', '?cid=a%26b%3Dc&p=12.50'],
    ['encodes all but the unreserved', '?s={{subid}}', '?s=sp%20ring%2F%C3%A9%27%281%29%2A%21'],
    ['takes a place twice, and fixed values', '?a={{status}}&k=v&b={{status}}', '?a=accepted&k=v&b=accepted'],
    ['has no query', '', ''],
    ['keeps what stands behind another question mark', '?a=b?{{payout}}', '?a=b?12.50'],
  ];
  for (const [what, query, expected] of filled)
    it(what, () => {
      expect(fillPostback(BASE + query, values)).to.equal(BASE + expected);
    });

  it('does not fill a value again', () => {
    const nasty = { ...values, click_id: '{{payout}}', subid: '$&' };
    expect(fillPostback(`${BASE}?a={{click_id}}&b={{subid}}`, nasty)).to.equal(
      `${BASE}?a=%7B%7Bpayout%7D%7D&b=%24%26`,
    );
  });

  it('is signed over the whole query before the signature', () => {
    const sign = (query: string): string => `<${query}>`;
    const signed = (url: string) => fillPostback(url, values, { parameter: 'sig', sign });
    expect(signed(`${BASE}?p={{payout}}`)).to.equal(`${BASE}?p=12.50&sig=%3Cp%3D12.50%3E`);
    expect(signed(BASE)).to.equal(`${BASE}?sig=%3C%3E`);
  });

  const problems: readonly (readonly [string, string | undefined])[] = [
    ['https://t.example/pb?c={{click_id}}', undefined],
    ['https://t.example/pb', undefined],
    ['https://t.example/{{click_id}}', 'can hold {{…}} in its query only'],
    ['https://{{subid}}.example/?a=1', 'can hold {{…}} in its query only'],
    [
      'https://t.example/?a={{clickid}}',
      'holds {{clickid}}: there are {{click_id}}, {{subid}}, {{payout}}, {{status}}, {{transaction_id}}',
    ],
    ['https://t.example/?a={click_id}', 'holds a { or } that belongs to no {{…}}'],
    ['https://t.example/?a=1#{{payout}}', "can't hold a fragment (#…)"],
  ];
  for (const [url, problem] of problems)
    it(`${url}: ${problem ?? 'fine'}`, () => {
      expect(placeholderProblem(url)).to.equal(problem);
    });
});
