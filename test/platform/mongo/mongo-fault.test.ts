import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { listen } from '../../../bench/stub/listen.js';
import { createReader, encodeAnswer, type Doc } from '../../../bench/stub/mongo/wire.js';
import { openMongo, type Mongo } from '../../../src/platform/mongo/mongo.js';
import { probeMongo } from '../../../src/platform/process/readiness.js';
import { until } from '../../support/until.js';

/** One member of the replica set `rs0`, as a driver sees it. It has no data. */
class Member {
  isPrimary = false;
  port = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    const read = createReader();
    socket.on('data', (chunk: Buffer) => {
      for (const message of read(chunk))
        if (!message.isSilent) socket.write(encodeAnswer(message, this.#answer(message.command)));
    });
  });

  async begin(): Promise<void> {
    this.port = await listen(this.#server);
  }

  end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  #answer(command: Doc): Doc {
    if ('find' in command) return { ok: 1, cursor: { id: 0n, ns: 'leadkeep.meta', firstBatch: [] } };
    return {
      ...{ ok: 1, helloOk: true, ismaster: this.isPrimary, isWritablePrimary: this.isPrimary },
      ...{ secondary: !this.isPrimary, setName: 'rs0', setVersion: 1, me: this.host, hosts: [this.host] },
      ...{ minWireVersion: 0, maxWireVersion: 21, maxBsonObjectSize: 16_777_216 },
      ...{ maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000, logicalSessionTimeoutMinutes: 30 },
    };
  }
}

describe('a replica set without a primary', function () {
  this.timeout(60_000);
  const NO_PRIMARY = 'the replica set rs0 has no primary';
  let member: Member;
  let mongo: Mongo;
  let said: string[];

  beforeEach(async () => {
    member = new Member();
    await member.begin();
    said = [];
  });
  afterEach(async () => {
    await mongo.close();
    await member.end();
  });

  const open = (): Mongo => {
    const say = (...args: readonly unknown[]): void => void said.push(String(args.at(-1)));
    const log = { info: say, warn: say, error: say } as unknown as Parameters<typeof openMongo>[2];
    mongo = openMongo(`mongodb://${member.host}/?replicaSet=rs0`, 'edge', log);
    return mongo;
  };

  it('is named by /readyz and the log while a process waits for it', async () => {
    const { connection, opened } = open();
    await until(() => said.includes(`waiting for MongoDB: ${NO_PRIMARY}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(NO_PRIMARY);
    member.isPrimary = true;
    await opened;
    expect(await probeMongo(connection)()).to.equal(undefined);
  });

  it('is named by both when the primary steps down, and forgotten when there is one again', async () => {
    member.isPrimary = true;
    const { connection, opened } = open();
    await opened;
    member.isPrimary = false;
    await until(() => said.includes(`MongoDB takes no writes: ${NO_PRIMARY}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(NO_PRIMARY);
    member.isPrimary = true;
    await until(() => said.includes('MongoDB is there'), 'the log says that it is over');
    expect(await probeMongo(connection)()).to.equal(undefined);
    expect(said).to.have.length(2);
  });

  it('differs from one of which no server answers', async () => {
    member.isPrimary = true;
    const { connection, opened } = open();
    await opened;
    await member.end();
    const gone = `no server of ${member.host} answers`;
    await until(() => said.includes(`MongoDB takes no writes: ${gone}`), 'the log says it');
    expect(await probeMongo(connection)()).to.equal(gone);
  });
});
