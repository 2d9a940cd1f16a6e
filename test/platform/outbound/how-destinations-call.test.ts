import { expect } from 'chai';
import type { Delivery, Offer } from '../../../src/core/catalogue/types.js';
import type { Destinations } from '../../../src/app/ports/destinations.js';
import { connectProxy } from './connect-proxy.js';
import { destinationsWith, HELD_MS, LEAD, meetLimit, offerAt, PATIENT_MS, SEND_BY } from './fixtures.js';
import { rawServer, type RawServer } from './raw-server.js';

type Ask = (to: Destinations, offer: Offer) => Promise<object>;

interface Way {
  readonly what: string;
  readonly ask: Ask;
  /** What became of a request that never left, and of one that nobody answered. */
  readonly kinds: readonly [unsent: string, unanswered: string];
}

/** Every way out of the service to a buyer's or partner's address. */
const WAYS: readonly Way[] = [
  {
    what: 'a delivery',
    ask: (to, offer) => to.deliver(offer, LEAD, 'lead-1', SEND_BY),
    kinds: ['never_sent', 'unknown'],
  },
  { what: 'a follow-up', ask: (to, offer) => to.followUp(offer, 'R-1'), kinds: ['never_sent', 'unknown'] },
  {
    what: 'a partner search',
    ask: (to, offer) => to.askPartner(offer, LEAD, offer.delivery.url, PATIENT_MS),
    kinds: ['failed', 'failed'],
  },
];

describe('how destinations call', () => {
  let server: RawServer;
  let opened: ReturnType<typeof destinationsWith> | undefined;
  before(async () => {
    server = await rawServer(() => undefined);
  });
  afterEach(() => opened?.close());
  after(() => server.close());

  const open = (outboundAllow: readonly string[] = ['127.0.0.0/8']) =>
    (opened = destinationsWith({ settings: { outboundAllow } }));

  /** An offer all of whose addresses are the server's, or the given one. */
  function offer(over: Partial<Delivery> = {}, url = server.url): Offer {
    const { delivery } = offerAt(url, over);
    const follow_up = { url, every_ms: 1, for_ms: 1 };
    return offerAt(url, { ...over, follow_up }, { search: delivery });
  }

  for (const { what, ask, kinds } of WAYS) {
    const [unsent, unanswered] = kinds;
    for (const host of ['127.0.0.1', 'localhost'])
      it(`${what} does not reach ${host} unless OUTBOUND_ALLOW says so`, async () => {
        const from = server.connections();
        const url = `http://${host}:${server.port}/leads`;
        expect(await ask(open([]), offer({}, url))).to.include({
          kind: unsent,
          detail: 'connect: address refused: it is private or reserved (OUTBOUND_ALLOW names exceptions)',
        });
        expect(server.connections()).to.equal(from);
      });

    it(`${what} leaves through OUTBOUND_PROXY, and never past it`, async () => {
      const proxy = await connectProxy({ answer: () => 403 });
      opened = destinationsWith({
        settings: { outboundAllow: [], outboundProxy: `http://${proxy.host}` },
      });
      expect(await ask(opened, offer({}, 'https://8.8.8.8/leads'))).to.include({
        kind: unsent,
        detail: 'connect: the proxy (OUTBOUND_PROXY) refused the connection (HTTP 403)',
      });
      expect(proxy.targets()).to.deep.equal(['8.8.8.8:443']);
      await proxy.close();
    });

    it(`${what} does not go to http:// unless insecure_http says so`, async () => {
      const from = server.connections();
      const answer = await ask(open(), offer({ insecure_http: false }));
      expect(answer).to.include({ kind: unsent, detail: 'url: https only' });
      expect(server.connections()).to.equal(from);
    });

    it(`${what} waits until its configured timeout`, async () => {
      const from = server.connections();
      const heard = server.received().length;
      const answer = await meetLimit(
        () => ask(open(), offer({ timeout_ms: HELD_MS })),
        () => server.received().length > heard,
      );
      expect(answer).to.include({ kind: unanswered, detail: 'answer: timed out' });
      expect(server.connections(), 'asked once').to.equal(from + 1);
    });
  }
});
