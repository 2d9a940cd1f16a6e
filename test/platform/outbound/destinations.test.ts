import { expect } from 'chai';
import { HELD_MS, LEAD, localDestinations, meetLimit, offerAt, PATIENT_MS, SEND_BY } from './fixtures.js';
import { httpAnswer, onceRead, rawServer, type RawServer } from './raw-server.js';

const answering = (status: string, body: string) =>
  onceRead((socket) => socket.end(httpAnswer(status, body)));
const ACCEPTED = answering('200 OK', '{"result":"accepted","reference":"R 1/2"}');
const TOKEN_HEADER = { Authorization: 'Bearer ${secret:TOKEN}' };

describe('destinations', () => {
  let server: RawServer;
  const destinations = localDestinations({
    LEADKEEP_SECRET_TOKEN: 'opensesame',
    LEADKEEP_SECRET_EMPTY: ' ',
  });
  after(() => destinations.close());
  afterEach(() => server.close());

  describe('deliver', () => {
    it('posts the lead in our shape, with its secret and its idempotency key, and reads the answer', async () => {
      server = await rawServer(ACCEPTED);
      const offer = offerAt(server.url, { headers: { ...TOKEN_HEADER, 'Idempotency-Key': 'theirs' } });
      expect(await destinations.deliver(offer, LEAD, 'lead-1', SEND_BY)).to.deep.equal({
        kind: 'answered',
        answer: { outcome: 'accepted', reference: 'R 1/2' },
        status: 200,
        detail: 'result accepted',
      });
      const [head = '', body = ''] = server.received().split('\r\n\r\n');
      expect(head).to.match(/^POST \/leads HTTP\/1\.1\r\n/);
      expect(head).to.contain('\r\nauthorization: Bearer opensesame');
      expect(head.match(/\r\nidempotency-key: (.*)/g)).to.deep.equal(['\r\nidempotency-key: lead-1']);
      expect(JSON.parse(body)).to.deep.equal(LEAD);
    });

    it('uses the configured method', async () => {
      server = await rawServer(ACCEPTED);
      await destinations.deliver(offerAt(server.url, { method: 'PUT' }), LEAD, 'lead-1', SEND_BY);
      expect(server.received()).to.match(/^PUT /);
    });

    for (const name of ['NOWHERE', 'EMPTY'])
      it(`sends nothing while the secret ${name} is not set`, async () => {
        server = await rawServer(ACCEPTED);
        const offer = offerAt(server.url, { headers: { 'X-Token': '${secret:' + name + '}' } });
        expect(await destinations.deliver(offer, LEAD, 'lead-1', SEND_BY)).to.deep.equal({
          kind: 'never_sent',
          detail: `secret ${name} is not set (LEADKEEP_SECRET_${name})`,
          internal_fault: 'secret',
        });
        expect(server.connections()).to.equal(0);
      });

    it('calls an answer that no rule reads unknown, with its status', async () => {
      server = await rawServer(answering('200 OK', '<html>Thank you</html>'));
      expect(await destinations.deliver(offerAt(server.url), LEAD, 'lead-1', SEND_BY)).to.deep.equal({
        kind: 'unknown',
        detail: 'answer: no rule matches; the body is not a JSON object',
        status: 200,
      });
    });

    it('uses a fresh connection unless the buyer is idempotent', async () => {
      server = await rawServer((s) =>
        s.on('data', () => s.write(httpAnswer('200 OK', '{"result":"accepted"}'))),
      );
      await destinations.deliver(offerAt(server.url), LEAD, 'lead-1', SEND_BY);
      expect(server.received()).to.contain('connection: close');
      await destinations.deliver(offerAt(server.url, { idempotent: true }), LEAD, 'lead-2', SEND_BY);
      expect(server.received()).to.contain('connection: keep-alive');
    });
  });

  describe('followUp', () => {
    it('asks with GET at the address of the reference', async () => {
      server = await rawServer(answering('200 OK', '{"result":"pending"}'));
      const url = server.url + '/${reference}?shape=1';
      const offer = offerAt(server.url, {
        headers: TOKEN_HEADER,
        follow_up: { url, every_ms: 1, for_ms: 1 },
      });
      const asked = await destinations.followUp(offer, '../${secret:TOKEN}$&');
      expect(asked).to.include({ kind: 'answered', status: 200 });
      expect(server.received()).to.match(/^GET \/leads\/..%2F%24%7Bsecret%3ATOKEN%7D%24%26\?shape=1 /);
      expect(server.received())
        .to.contain('authorization: Bearer opensesame')
        .and.not.contain('content-type');
    });

    it('has headers of its own', async () => {
      server = await rawServer(answering('200 OK', '{"result":"pending"}'));
      const follow_up = {
        url: `${server.url}/s`,
        every_ms: 1,
        for_ms: 1,
        headers: { 'X-Ask': '${secret:TOKEN}' },
      };
      await destinations.followUp(offerAt(server.url, { headers: TOKEN_HEADER, follow_up }), 'R1');
      expect(server.received()).to.contain('x-ask: opensesame').and.not.contain('authorization');
    });

    it('can write any reference into an address', async () => {
      server = await rawServer(answering('200 OK', '{"result":"pending"}'));
      const follow_up = { url: server.url + '/${reference}', every_ms: 1, for_ms: 1 };
      const asked = await destinations.followUp(offerAt(server.url, { follow_up }), 'A\ud800B');
      expect(asked.kind).to.equal('answered');
      expect(server.received()).to.match(/^GET \/leads\/A%EF%BF%BDB /);
    });

    it('asks nobody where none is configured', async () => {
      server = await rawServer(ACCEPTED);
      expect(await destinations.followUp(offerAt(server.url), 'R1')).to.include({ kind: 'never_sent' });
    });
  });

  describe('askPartner', () => {
    const RESULTS = JSON.stringify({
      results: [{ reference: 'r1', name: 'A', payout: 20.5 }, { name: 'B' }, { reference: 4711, name: 'C' }],
    });

    it('gives the results that are right, and a sentence for each that is not', async () => {
      server = await rawServer(answering('200 OK', RESULTS));
      const answer = await destinations.askPartner(offerAt(server.url, {}, {}), LEAD, server.url, PATIENT_MS);
      expect(answer).to.deep.equal({
        kind: 'answered',
        results: [
          { reference: 'r1', name: 'A', programs: [], questions: [], bid_cents: 2050 },
          { reference: '4711', name: 'C', programs: [], questions: [] },
        ],
        faults: ['results[1]: "reference" is required'],
      });
    });

    for (const [why, over, detail] of [
      ['a secret is not set', { headers: { 'X-Token': '${secret:NOWHERE}' } }, /^secret NOWHERE is not set/],
      ['it can’t be written', { body: '$error("no")' }, /^mapping: /],
    ] as const)
      it(`says that nothing was sent where ${why}`, async () => {
        server = await rawServer(ACCEPTED);
        const plain = offerAt(server.url, {}, {});
        const offer = { ...plain, partner: { search: { ...plain.partner!.search, ...over } } };
        const answer = await destinations.askPartner(offer, LEAD, server.url, PATIENT_MS);
        expect(answer).to.include({ kind: 'failed', unsent: true }).and.property('detail').match(detail);
        expect(server.connections()).to.equal(0);
      });

    it('waits no longer than what is left of the search', async () => {
      const { url, ...silent } = (server = await rawServer(() => undefined));
      const answer = await meetLimit(
        () => destinations.askPartner(offerAt(url, {}, {}), LEAD, url, HELD_MS),
        () => silent.received() !== '',
      );
      expect(answer).to.deep.equal({ kind: 'failed', detail: 'answer: timed out', health: 'down' });
    });

    for (const [status, body] of [
      ['500 Oops', '{}'],
      ['202 Accepted', RESULTS],
      ['200 OK', '[]'],
      ['200 OK', '{"results":{}}'],
    ] as const)
      it(`fails on ${status} ${body.slice(0, 20)}`, async () => {
        server = await rawServer(answering(status, body));
        const answer = await destinations.askPartner(
          offerAt(server.url, {}, {}),
          LEAD,
          server.url,
          PATIENT_MS,
        );
        expect(answer.kind).to.equal('failed');
      });
  });
});
