import { expect } from 'chai';
import { exportCatalogue } from '../../../src/platform/catalogue-files/export-catalogue.js';
import { documentOf, withLine } from './base.js';
import { describeFaults, type Case } from './describe-faults.js';

const of =
  (group: string) =>
  (what: string, rest: string, ...faults: string[]): Case => [
    what,
    5,
    `    ${group}: ${rest}`,
    ...faults.map((fault) => `5 affiliate northwind: "${group}${fault}`),
  ];
const webhook = of('webhook');
const postback = of('postback');
const URL = 'url: "https://a.example/h"';
const SECRET = 'must be ${secret:NAME}: the environment has the secret itself';

describeFaults('malformed webhooks and postbacks', [
  webhook('no address', '{ secret: "${secret:A}" }', '.url" is missing'),
  webhook('no secret', `{ ${URL} }`, '.secret" is missing'),
  webhook('a secret in the file', `{ ${URL}, secret: whsec_abc }`, `.secret" ${SECRET}`),
  webhook(
    'one of two secrets in the file',
    `{ ${URL}, secret: ["\${secret:A}", "x"] }`,
    `.secret[1]" ${SECRET}`,
  ),
  webhook(
    'a setting as secret',
    `{ ${URL}, secret: "\${secret:IDENTITY_SECRET}" }`,
    '.secret" names IDENTITY_SECRET, a setting of Leadkeep, which is sent to nobody',
  ),
  webhook(
    'plain http',
    '{ url: "http://a.example/h", secret: "${secret:A}" }',
    '.url" must begin with https:// (or set insecure_http: true on a test system)',
  ),
  webhook(
    'a password in the address',
    '{ url: "https://a:b@a.example/h", secret: "${secret:A}" }',
    '.url" can\'t hold a name or password: write an Authorization header with ${secret:NAME}',
  ),
  webhook(
    'an event that is none',
    `{ ${URL}, secret: "\${secret:A}", events: [lead.sold] }`,
    '.events[0]" must be lead.decided, lead.returned, lead.return_reversed or cap.reached',
  ),
  postback(
    'a place that is none',
    '{ url: "https://t.example/?c={{clickid}}" }',
    '.url" holds {{clickid}}: there are {{click_id}}, {{subid}}, {{payout}}, {{status}}, {{transaction_id}}',
  ),
  postback(
    'a place in the host',
    '{ url: "https://{{subid}}.example/" }',
    '.url" can hold {{…}} in its query only',
  ),
  postback(
    'a place in the path',
    '{ url: "https://t.example/{{subid}}" }',
    '.url" can hold {{…}} in its query only',
  ),
  postback(
    'another event',
    '{ url: "https://t.example/", on: [rejected] }',
    '.on[0]" must be accepted or returned',
  ),
  postback(
    'a parameter that stands there',
    '{ url: "https://t.example/?sig=1", sign: { secret: "${secret:A}", parameter: sig } }',
    '.sign.parameter" is in the address already: Leadkeep adds it at the end',
  ),
]);

describe('webhooks and postbacks in files', () => {
  const groups = [
    '    webhook: { url: "https://a.example/h", secret: "${secret:A}" }',
    '    webhook: { url: "http://a.example/h", secret: ["${secret:A}", "${secret:B}"], events: [lead.decided, cap.reached], insecure_http: true }',
    '    postback: { url: "https://t.example/?c={{click_id}}&p={{payout}}" }',
    '    postback: { url: "https://t.example/?c={{click_id}}", on: [accepted, returned], sign: { secret: "${secret:A}", parameter: sig } }',
  ];
  for (const group of groups)
    it(`are exported as they came: ${group.trim()}`, () => {
      for (const line of [5, 45]) {
        const document = documentOf(
          withLine(line, line === 5 ? group : `    affiliate: northwind\n${group}`),
        );
        expect(documentOf(exportCatalogue(document))).to.deep.equal(document);
        const [entry] = line === 5 ? document.affiliates : document.campaigns;
        expect(entry).to.have.any.keys('webhook', 'postback');
      }
    });
});
