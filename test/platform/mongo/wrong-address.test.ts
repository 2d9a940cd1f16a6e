import { expect } from 'chai';
import { readFileSync, readdirSync } from 'node:fs';
import { runHere } from '../../cli/run-cli.js';
import {
  failed,
  playMongo,
  primaryOf,
  type Doc,
  type Play,
  type PlayedMongo,
} from '../../support/played-mongo.js';
import { processesWith, type ProcessName } from '../../support/processes.js';
import { privateServices } from '../../support/services.js';

const UNKNOWN: Play = (_, verb) => (verb === 'saslStart' ? failed(18, 'Authentication failed.') : undefined);
const NO_RIGHT: Play = (_, verb) =>
  verb === 'find' ? failed(13, 'not authorized on leadkeep to execute command { find: "meta" }') : undefined;

const REFUSED =
  'Settings: MongoDB refuses the user or the password in MONGO_URL: correct them, or authSource, the database that the user belongs to.';
const NO_ACCESS =
  'Settings: MongoDB does not let the user in MONGO_URL read and write its database: give it the role readWrite there, or correct the user or the name of the database.';
const cannot = (why: string): string => `Settings: MONGO_URL can't be used: ${why}.`;
const NO_SET = cannot(
  'its replicaSet is not the name of a replica set that its servers are in: correct it, or leave it out for a single server',
);
const NO_SERVER = 'h.example';

interface Case {
  readonly what: string;
  /** The servers that there are, as each behaves. */
  readonly servers?: readonly { readonly play?: Play; readonly hello?: (host: string) => Doc }[];
  readonly url: (hosts: readonly string[]) => string;
  readonly says: string;
}

const CASES: readonly Case[] = [
  {
    what: 'a wrong password',
    servers: [{ play: UNKNOWN }],
    url: ([host]) => `mongodb://leadkeep:wr0ng@${host}/leadkeep`,
    says: REFUSED,
  },
  {
    what: 'no user where there must be one, or one without rights on the database',
    servers: [{ play: NO_RIGHT }],
    url: ([host]) => `mongodb://${host}/leadkeep`,
    says: NO_ACCESS,
  },
  {
    what: 'a replica set on a single server',
    servers: [{}],
    url: ([host]) => `mongodb://${host}/leadkeep?replicaSet=rs0`,
    says: NO_SET,
  },
  {
    what: 'the name of another replica set',
    servers: [{ hello: primaryOf('rs1') }],
    url: ([host]) => `mongodb://${host}/leadkeep?replicaSet=rs0`,
    says: NO_SET,
  },
  {
    what: 'several servers that are each alone',
    servers: [{}, {}],
    url: (hosts) => `mongodb://${hosts.join(',')}/leadkeep`,
    says: cannot('the servers in it are no replica set: name one of them, or the members of one set'),
  },
  {
    what: 'a port that is none',
    url: () => `mongodb://${NO_SERVER}:99999/leadkeep`,
    says: cannot("its hosts can't be read"),
  },
  {
    what: 'a database that nobody can have',
    url: () => `mongodb://${NO_SERVER}/lead.keep`,
    says: cannot('no database can have the name in it'),
  },
  {
    what: 'an option that nobody knows',
    url: () => `mongodb://${NO_SERVER}/leadkeep?repicaSet=rs0`,
    says: cannot('option repicaset is not supported'),
  },
  {
    what: 'an option that would weaken a guarantee',
    url: () => `mongodb://${NO_SERVER}/leadkeep?w=1`,
    says: cannot('its option w can only be majority'),
  },
  {
    what: 'a compressor that is not installed',
    url: () => `mongodb://${NO_SERVER}/leadkeep?compressors=zstd`,
    says: cannot('its option compressors can only be zlib or none'),
  },
  {
    what: 'a mechanism that is not installed',
    url: () => `mongodb://u:p@${NO_SERVER}/leadkeep?authMechanism=GSSAPI`,
    says: cannot(
      'its option authMechanism can only be DEFAULT or SCRAM-SHA-256 or SCRAM-SHA-1 or MONGODB-X509 or MONGODB-OIDC or PLAIN',
    ),
  },
  {
    what: 'a certificate that is not there',
    url: () => `mongodb://${NO_SERVER}/leadkeep?tls=true&tlsCAFile=%2Fnowhere%2Fca.pem`,
    says: cannot("a file that its options name can't be read"),
  },
];

describe('a wrong MONGO_URL', function () {
  this.timeout(180_000);
  const services = privateServices();
  const processes = processesWith(services.env);
  let played: PlayedMongo[] = [];
  afterEach(async () => {
    await processes.killAll();
    await Promise.all(played.map((server) => server.end()));
    played = [];
  });
  after(() => services.close());

  async function urlOf({ servers = [], url }: Pick<Case, 'servers' | 'url'>): Promise<string> {
    played = await Promise.all(servers.map(({ play, hello }) => playMongo(play, hello)));
    return url(played.map(({ host }) => host));
  }
  const command = (url: string, ...args: string[]) =>
    runHere({ ...services.env, MONGO_URL: url, CONNECT_WAIT_MS: '60000' }, ...args);
  async function startEnds(name: ProcessName, MONGO_URL: string) {
    const child = await processes.start(name, { MONGO_URL, LOG_LEVEL: 'silent' });
    return { ended: await child.ended, lines: child.lines };
  }

  for (const each of CASES) {
    it(`${each.what}: a command says it in one sentence and ends with 1`, async () => {
      const { code, stdout, stderr } = await command(await urlOf(each), 'export');
      expect({ code, stdout, stderr }).to.deep.equal({
        code: 1,
        stdout: '',
        stderr: `leadkeep: ${each.says}\n`,
      });
    });
  }

  // The same connection as a command's reads the address: each process meets one of the cases.
  const NAMES: readonly ProcessName[] = [
    'submit',
    'web',
    'search',
    'partner',
    'sweeper',
    'notify',
    'console',
  ];
  for (const [i, name] of NAMES.entries()) {
    const each = CASES[i]!;
    it(`${each.what}: so does ${name}, at once`, async () => {
      const { ended, lines } = await startEnds(name, await urlOf(each));
      expect([ended, ...lines]).to.deep.equal(['code 1', `leadkeep: ${each.says}`]);
    });
  }

  for (const args of [['migrate'], ['lead', 'list', '--unknown'], ['ledger', 'check'], ['user', 'list']])
    it(`a wrong password: leadkeep ${args.join(' ')}, too`, async () => {
      const { code, stderr } = await command(await urlOf(CASES[0]!), ...args);
      expect([code, stderr]).to.deep.equal([1, `leadkeep: ${REFUSED}\n`]);
    });

  it('is told to every command: all open MongoDB in one place', () => {
    const folder = 'src/cli';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.ts$/.test(name),
    );
    const opening = files.filter((name) => readFileSync(`${folder}/${name}`, 'utf8').includes('openMongo('));
    expect(opening).to.deep.equal(['wiring/with-connection.ts']);
  });

  it('a server that does not answer: a command waits as long as is set, and says whom it asked', async () => {
    const env = { ...services.env, MONGO_URL: 'mongodb://root:s3cret@127.0.0.1:1/x', CONNECT_WAIT_MS: '100' };
    const { code, stderr } = await runHere(env, 'export');
    expect([code, stderr]).to.deep.equal([
      1,
      'leadkeep: MongoDB at 127.0.0.1:1 does not answer; is MONGO_URL right?\n',
    ]);
  });

  it('a server that does not answer: a process says what it waits for, and goes on waiting', async () => {
    const env = { MONGO_URL: 'mongodb://root:s3cret@127.0.0.1:1/x', LOG_LEVEL: 'warn' };
    const child = await processes.start('submit', env);
    await child.says('waiting for MongoDB at MONGO_URL: no server of 127.0.0.1:1 answers');
    expect(child.isRunning()).to.equal(true);
    expect(child.lines.join('\n')).to.not.contain('s3cret');
  });
});
