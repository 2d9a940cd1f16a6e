import { expect } from 'chai';
import { gzipSync } from 'node:zlib';
import type { AnswerRule } from '../../../src/core/catalogue/types.js';
import { FULL_LEAD as FULL, LEAD, localDestinations, offerAt, SEND_BY } from './fixtures.js';
import { json, replyServer, type Reply, type ReplyServer } from './reply-server.js';

const NOTHING = { method: '', path: '', headers: {}, body: '' };

describe('mapped destinations', () => {
  let server: ReplyServer;
  const destinations = localDestinations({
    LEADKEEP_SECRET_TOKEN: 'opensesame',
    LEADKEEP_SECRET_BROKEN: 'a\r\nX-Evil: 1',
  });
  before(async () => {
    server = await replyServer();
  });
  beforeEach(() => server.received.splice(0));
  after(async () => {
    await destinations.close();
    await server.close();
  });

  const RULES: readonly AnswerRule[] = [
    { when: 'status = 200 and body.result = "ok"', outcome: 'accepted', reference: 'body.id' },
    { when: 'body.result = "dup"', outcome: 'duplicate', reason: 'body.message' },
    { when: 'status = 202', outcome: 'pending', reference: 'body.ticket' },
    { when: 'status in [429, 503]', outcome: 'retry' },
    { when: 'headers.`x-verdict` = "no" or body.response.code = "2"', outcome: 'rejected' },
    { when: '$contains(body, /^ACCEPTED\\|/)', outcome: 'accepted', reference: '$split(body, "|")[1]' },
  ];

  describe('deliver', () => {
    it('tells when the buyer wants to be tried again, of an answer that is read so', async () => {
      const offer = offerAt(server.url, { answers: RULES });
      for (const [header, ms] of [
        ['90', 90_000],
        ['Sun, 01 Mar 2026 12:02:00 GMT', 120_000],
        ['soon', undefined],
      ] as const) {
        server.reply = { ...json({}, 503), headers: { 'retry-after': header } };
        const delivered = await destinations.deliver(offer, FULL, 'lead-1', SEND_BY);
        expect((delivered as { retry_after_ms?: number }).retry_after_ms, header).to.equal(ms);
      }
      server.reply = { ...json({ result: 'ok' }), headers: { 'retry-after': '90' } };
      expect(await destinations.deliver(offer, FULL, 'lead-1', SEND_BY)).not.to.have.property(
        'retry_after_ms',
      );
    });

    it('sends the body as it is mapped, with what the exchange needs', async () => {
      server.reply = json({ result: 'ok', id: 4711 });
      const offer = offerAt(server.url, {
        method: 'PUT',
        headers: { Authorization: 'Bearer ${secret:TOKEN}' },
        body: '{ "first": lead.personal.first_name, "p": program.value, "q": answers.campus_visit, "ref": lead_id, "at": now, "c": consent.at, "r": result.reference, "a": affiliate.handle, "cb": callback_url }',
        answers: RULES,
      });
      expect(await destinations.deliver(offer, FULL, 'lead-1', SEND_BY)).to.deep.equal({
        kind: 'answered',
        answer: { outcome: 'accepted', reference: '4711' },
        status: 200,
        detail: 'rule 1: accepted',
      });
      const [{ method, path, headers, body } = NOTHING] = server.received;
      expect(`${method} ${path}`).to.equal('PUT /in');
      expect(headers).to.include({
        authorization: 'Bearer opensesame',
        'content-type': 'application/json',
        'idempotency-key': 'lead-1',
      });
      expect(JSON.parse(body)).to.deep.equal({
        first: 'Ada',
        p: 'bsn',
        q: 'yes',
        ref: LEAD.lead_id,
        at: '2026-03-01T12:00:00.000Z',
        c: '2026-03-01T11:00:00.000Z',
        r: 'P-7',
        a: 'northwind',
      });
    });

    it('sends forms and XML, and keeps to the headers that are configured', async () => {
      server.reply = json({ result: 'ok' });
      const body = '{ "Lead": { "Name": lead.personal.last_name } }';
      await destinations.deliver(
        offerAt(server.url, { encoding: 'form', body, answers: RULES }),
        FULL,
        'lead-1',
        SEND_BY,
      );
      await destinations.deliver(
        offerAt(server.url, {
          encoding: 'xml',
          body,
          answers: RULES,
          headers: { 'Content-Type': 'text/xml' },
        }),
        FULL,
        'lead-1',
        SEND_BY,
      );
      expect(server.received.map(({ headers }) => headers['content-type'])).to.deep.equal([
        'application/x-www-form-urlencoded',
        'text/xml',
      ]);
      expect(server.received.map((each) => each.body)).to.deep.equal([
        'Lead%5BName%5D=O%22Hara+%26+%3CCo%3E',
        '<?xml version="1.0" encoding="UTF-8"?>\n<Lead><Name>O&quot;Hara &amp; &lt;Co&gt;</Name></Lead>',
      ]);
    });

    /** What, the reply, what is made of it. */
    const ANSWERS: readonly (readonly [string, Reply, object])[] = [
      [
        'an accepted reference in plain text',
        { body: 'ACCEPTED|123' },
        {
          kind: 'answered',
          answer: { outcome: 'accepted', reference: '123' },
          status: 200,
          detail: 'rule 6: accepted',
        },
      ],
      [
        "a duplicate with the buyer's words",
        json({ result: 'dup', message: 'We know them' }),
        {
          kind: 'answered',
          answer: { outcome: 'duplicate', reason: 'We know them' },
          status: 200,
          detail: 'rule 2: duplicate',
        },
      ],
      [
        'later',
        json({ ticket: 'T-1' }, 202),
        {
          kind: 'answered',
          answer: { outcome: 'pending', reference: 'T-1' },
          status: 202,
          detail: 'rule 3: pending',
        },
      ],
      [
        'busy',
        { status: 503, body: 'down' },
        { kind: 'answered', answer: { outcome: 'retry' }, status: 503, detail: 'rule 4: retry' },
      ],
      [
        'a header',
        { headers: { 'X-Verdict': 'no' } },
        { kind: 'answered', answer: { outcome: 'rejected' }, status: 200, detail: 'rule 5: rejected' },
      ],
      [
        'XML in gzip',
        {
          headers: { 'content-type': 'text/xml; charset=utf-8', 'content-encoding': 'gzip' },
          body: gzipSync('\ufeff<response><code>2</code></response>'),
        },
        { kind: 'answered', answer: { outcome: 'rejected' }, status: 200, detail: 'rule 5: rejected' },
      ],
      [
        'a form',
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'result=ok&id=F1' },
        {
          kind: 'answered',
          answer: { outcome: 'accepted', reference: 'F1' },
          status: 200,
          detail: 'rule 1: accepted',
        },
      ],
      [
        'what no rule reads',
        json({ result: 'maybe' }),
        {
          kind: 'unknown',
          detail: 'answer: rule 6 fails at "contains": a value has the wrong type (T0410)',
          status: 200,
        },
      ],
      ['no content', { status: 204 }, { kind: 'unknown', detail: 'answer: no rule matches', status: 204 }],
      [
        'a redirect, which is not followed',
        { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
        { kind: 'unknown', detail: 'answer: no rule matches', status: 302 },
      ],
      [
        'too much',
        { body: 'x'.repeat(300_000) },
        { kind: 'unknown', detail: 'answer: over 256 KiB', status: 200 },
      ],
      [
        'a bomb',
        { headers: { 'content-encoding': 'gzip' }, body: gzipSync(Buffer.alloc(3_000_000)) },
        { kind: 'unknown', detail: 'answer: over 256 KiB', status: 200 },
      ],
    ];
    for (const [what, answer, made] of ANSWERS)
      it(`reads ${what}`, async () => {
        server.reply = answer;
        expect(
          await destinations.deliver(offerAt(server.url, { answers: RULES }), FULL, 'lead-1', SEND_BY),
        ).to.deep.equal(made);
      });

    /** What, body or headers, what the operator is told. Nothing leaves. */
    const NEVER_SENT: readonly (readonly [string, object, string])[] = [
      [
        'a mapping that fails',
        { body: '{ "a": lead.personal.first_name + 1 }' },
        'mapping: body fails at "+": a value has the wrong type (T2001)',
      ],
      ['nothing to send', { body: 'lead.personal.email' }, 'mapping: body gives nothing to send'],
      [
        'a secret that is not set',
        { body: '{ "a": 1 }', headers: { A: '${secret:NOWHERE}' } },
        'secret NOWHERE is not set (LEADKEEP_SECRET_NOWHERE)',
      ],
      [
        'a secret with a line break',
        { headers: { A: '${secret:BROKEN}' } },
        "secret BROKEN holds what a header can't",
      ],
    ];
    for (const [what, delivery, detail] of NEVER_SENT)
      it(`sends nothing with ${what}`, async () => {
        expect(
          await destinations.deliver(offerAt(server.url, delivery), FULL, 'lead-1', SEND_BY),
        ).to.deep.equal({
          kind: 'never_sent',
          detail,
          internal_fault: detail.startsWith('mapping') ? 'mapping' : 'secret',
        });
        expect(server.received).to.deep.equal([]);
      });
  });

  describe('followUp', () => {
    const follow_up = { url: '', every_ms: 1, for_ms: 1 };

    it("is read by its own rules, else by the delivery's", async () => {
      const own: AnswerRule[] = [{ when: 'body.state = "sold"', outcome: 'accepted' }];
      const at = { ...follow_up, url: `${server.url}/` + '${reference}' };
      server.reply = json({ state: 'sold', result: 'dup' });
      const byOwn = await destinations.followUp(
        offerAt(server.url, { answers: RULES, follow_up: { ...at, answers: own } }),
        'T 1',
      );
      const byDelivery = await destinations.followUp(
        offerAt(server.url, { answers: RULES, follow_up: at }),
        'T 1',
      );
      expect(byOwn).to.have.nested.property('answer.outcome', 'accepted');
      expect(byDelivery).to.have.nested.property('answer.outcome', 'duplicate');
      expect(server.received.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
        'GET /in/T%201',
        'GET /in/T%201',
      ]);
    });
  });

  it('the price that a buyer states is read of an answer, a follow-up and a callback by one rule', async () => {
    const answers: AnswerRule[] = [{ when: 'body.sold', outcome: 'accepted', price: 'body.pays' }];
    const follow_up = { url: `${server.url}/` + '${reference}', every_ms: 1, for_ms: 1 };
    const offer = offerAt(server.url, { answers, follow_up });
    server.reply = json({ sold: true, pays: '45.505' });
    const read = { outcome: 'accepted', price_cents: 4551 };
    const delivered = await destinations.deliver(offer, FULL, 'lead-1', SEND_BY);
    expect(delivered).to.deep.include({ answer: read, detail: 'rule 1: accepted' });
    expect(await destinations.followUp(offer, 'T1')).to.deep.include({ answer: read });
    const body = new TextEncoder().encode('{"sold":true,"pays":45.505}');
    const called = await destinations.readCallback(offer, { headers: {}, body });
    expect(called).to.deep.include({ answer: read });
    server.reply = json({ sold: true, pays: 'much' });
    expect(await destinations.deliver(offer, FULL, 'lead-1', SEND_BY)).to.deep.include({
      answer: { outcome: 'accepted' },
      detail: 'rule 1: accepted; price does not return an amount',
    });
  });
});
