import { expect } from 'chai';
import { IS_FULL } from '../support/in-full.js';
import {
  failed,
  playMongo,
  primaryOf,
  type Doc,
  type Play,
  type PlayedMongo,
} from '../support/played-mongo.js';
import { openSelling, type Selling } from '../support/selling.js';
import { privateServices } from '../support/services.js';

/** Shutdown, a stepdown in two forms, and what was interrupted by one: as a server's `failCommand` plays them. */
const CODES = [91, 189, 10_107, 11_602] as const;
type How = 'command error' | 'write concern error' | 'closed before' | 'closed behind';

interface Failure {
  readonly how: How;
  readonly code: number;
  /** Which write of the submit it meets, and how often that and what follows fails. */
  readonly nth: number;
  readonly times: number;
}

/** What a submit writes before its caller is answered. */
const SELLING = ['leads', 'searches', 'claims', 'idempotency_keys'];
const WRITES = ['insert', 'update', 'findAndModify'];
const RETRYABLE = { errorLabels: ['RetryableWriteError'] };

/** A primary that fails as is told, and that answers a write which the driver repeats as it answered it before. */
function failingPrimary() {
  let failure: Failure | undefined;
  let writes = 0;
  const answers = new Map<string, Promise<Doc>>();
  const once = (command: Doc, answer: (command: Doc) => Promise<Doc>): Promise<Doc> => {
    if (command['txnNumber'] === undefined) return answer(command);
    const key = JSON.stringify([command['lsid'], command['txnNumber']]);
    const known = answers.get(key);
    if (known) return known;
    const told = answer(command);
    answers.set(key, told);
    return told;
  };
  const play: Play = (command, verb, answer) => {
    if (!WRITES.includes(verb)) return undefined;
    if (!failure || !SELLING.includes(String(command[verb]))) return once(command, answer);
    writes += 1;
    const { how, code, nth, times } = failure;
    if (writes < nth || writes >= nth + times) return once(command, answer);
    if (how === 'command error') return { ...failed(code, 'played'), ...RETRYABLE };
    if (how === 'closed before') return 'close';
    const told = once(command, answer);
    if (how === 'closed behind') return told.then(() => 'close');
    const writeConcernError = { code, errmsg: 'played' };
    return told.then((one) => ({ ...one, ...RETRYABLE, writeConcernError }));
  };
  return {
    play,
    fail(next: Failure | undefined) {
      failure = next;
      writes = 0;
    },
    failed: () => failure !== undefined && writes >= failure.nth,
  };
}

const HOWS: readonly (readonly [How, number, times: number])[] = [
  ...CODES.flatMap((code) => [
    ['command error', code, 1] as const,
    ['write concern error', code, 1] as const,
  ]),
  ['closed before', 0, 1],
  ['closed behind', 0, 1],
  // More often than the driver repeats it.
  ['command error', 91, 3],
  ['closed behind', 0, 3],
];

/** `npm run test:long` has all of them. */
const QUICK = HOWS.filter(
  ([how, code, times]) => times === 1 && [0, 91].includes(code) && how !== 'closed before',
);

describe('a replica set that fails writes which sell', function () {
  this.timeout(600_000);
  const primary = failingPrimary();
  const services = privateServices();
  let server: PlayedMongo;
  let selling: Selling;

  before(async () => {
    server = await playMongo(primary.play, primaryOf('rs0'), (await services.connection()).db);
    selling = await openSelling(`mongodb://${server.host}/leadkeep?replicaSet=rs0`);
  });
  after(async () => {
    await selling.close();
    await server.end();
    await services.close();
  });
  afterEach(() => {
    primary.fail(undefined);
  });

  async function sellsOnce(body: object, failure: Failure): Promise<void> {
    primary.fail(failure);
    await selling.sellOnce(body);
    expect(primary.failed(), 'it met the failure').to.equal(true);
  }

  for (const [how, code, times] of IS_FULL ? HOWS : QUICK) {
    const what = `${how} ${code || ''}, ${times === 1 ? 'once' : `${times} times`}`;
    for (const nth of [1, 2, 3, 4, 5])
      it(`${what}, from write ${nth} on: sold once`, async () => {
        await sellsOnce(selling.direct(), { how, code, nth, times });
      });

    it(`${what}, when a slot is taken: sold once, in one slot`, async () => {
      const { searchId, body } = await selling.ofSearch();
      await sellsOnce(body, { how, code, nth: 3, times });
      const search = await selling.connection
        .collection<{ readonly _id: string; readonly slots: readonly object[] }>('searches')
        .findOne({ _id: searchId });
      expect(search?.slots).to.have.length(1);
    });
  }
});
