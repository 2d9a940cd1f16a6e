import { describeFaults, type Case } from './describe-faults.js';

const ANSWERS = 'answers: [{ when: "body.ok", outcome: pass }]';
const GOOD = {
  name: 'name: scrub',
  url: 'url: "https://s.example/x"',
  body: 'body: \'{ "phone": lead.personal.phone }\'',
  answers: ANSWERS,
  when_away: 'when_away: hold',
};

/** A step of the offer in which one member is replaced or left out. */
const step = (over: Partial<Record<keyof typeof GOOD | 'more', string>>): string =>
  `{ ${Object.values({ ...GOOD, ...over })
    .filter(Boolean)
    .join(', ')} }`;
const of = (what: string, steps: string, ...faults: string[]): Case => [
  what,
  36,
  `    caps: [{ window: day, limit: 20, program: msn }]\n    verify: [${steps}]`,
  ...faults.map((fault) => `37 offer nursing: "verify[${fault}`),
];

describeFaults('malformed verification steps', [
  of('no name', step({ name: '' }), '0].name" is missing'),
  of('no body', step({ body: '' }), '0].body" is missing'),
  of('no rules', step({ answers: '' }), '0].answers" is missing'),
  of('nothing for a service that is away', step({ when_away: '' }), '0].when_away" is missing'),
  of(
    'another word for it',
    step({ when_away: 'when_away: wait' }),
    '0].when_away" must be pass, hold or refuse',
  ),
  of('a name of two steps', `${step({})}, ${step({})}`, '1].name" is the name of an earlier step'),
  of(
    'plain http',
    step({ url: 'url: "http://s.example/x"' }),
    '0].url" must begin with https:// (or set insecure_http: true on a test system)',
  ),
  of(
    'a time limit that fills the run',
    step({ more: 'timeout: 11s' }),
    '0].timeout" must be from 100ms to 10s',
  ),
  of('a cache without an end', step({ more: 'cache: 500d' }), '0].cache" must be from 1h to 400d'),
  of(
    'the time in the body',
    step({ body: 'body: \'{ "at": now }\'' }),
    '0].body" uses "now", which does not exist here: there is lead, tracking, consent, answers, program, offer, affiliate, lead_id, search_id, result',
  ),
  of(
    'hosts for an address that no lead gives',
    step({ more: 'hosts: [cert.example]' }),
    '0].hosts" needs "address", which gives an address at one of them',
  ),
  of(
    'a host that no address has',
    step({ more: 'address: consent.cert_url, hosts: ["https://Cert.example"]' }),
    '0].hosts[0]" must be a host in lower case, with a port if it is not 443, like cert.example or cert.example:8443',
  ),
  of(
    'an address of what does not exist',
    step({ more: 'address: lead_url' }),
    '0].address" uses "lead_url", which does not exist here (did you mean "lead_id"?)',
  ),
  of(
    'an outcome of a delivery',
    step({ answers: 'answers: [{ when: "true", outcome: accepted }]' }),
    '0].answers[0].outcome" must be pass, refuse or away',
    '0].answers" has no rule with the outcome pass, so no lead could be sold',
  ),
  of(
    'a rule that is never reached',
    step({ answers: 'answers: [{ when: "true", outcome: pass }, { when: "body.no", outcome: refuse }]' }),
    '0].answers[1]" is never reached: rule 1 always holds',
  ),
  of(
    'nobody who passes',
    step({ answers: 'answers: [{ when: "body.no", outcome: refuse }]' }),
    '0].answers" has no rule with the outcome pass, so no lead could be sold',
  ),
]);
