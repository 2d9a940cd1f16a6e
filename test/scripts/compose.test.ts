import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseCatalogue } from '../../src/platform/catalogue-files/parse-catalogue.js';
import { describeSettings } from '../../src/platform/process/settings.js';
import { readProcfile } from '../../scripts/processes/procfile.js';
import { startProcess } from '../../scripts/processes/running-process.js';

type Files = readonly (string | { readonly source: string })[];
type Sources = Readonly<Record<string, { readonly file?: string }>>;

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly { readonly host_ip: string }[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly configs?: Files;
  readonly secrets?: Files;
  readonly entrypoint?: readonly string[];
  readonly deploy?: {
    readonly replicas?: string;
    readonly resources?: { readonly limits?: { readonly memory?: string } };
  };
  readonly logging?: { readonly options: object };
  readonly build?: string;
  readonly profiles?: readonly string[];
}

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs?: Sources;
  readonly secrets?: Sources;
}

const composed = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Composed;
const { services } = composed;
const names = Object.keys(services);
const having = (holds: (service: Service) => boolean): string[] =>
  names.filter((name) => holds(services[name]!)).sort();

describe('docker-compose.yml', () => {
  it('runs the processes of the Procfile', () => {
    const { release, services: processes } = readProcfile();
    for (const { name, args } of [release, ...processes])
      expect(services[name]?.command, name).to.deep.equal(['node', ...args]);
  });

  it('builds the image once, for all that use it', () => {
    expect(having(({ build }) => build !== undefined)).to.deep.equal(['release']);
    const images = new Set(
      names.map((name) => services[name]!.image).filter((image) => !/^(redis|mongo):/.test(image)),
    );
    expect([...images]).to.deep.equal(['${LEADKEEP_IMAGE:-leadkeep}']);
  });

  it('copies into the image only what the processes run', () => {
    const [, last = ''] = readFileSync('Dockerfile', 'utf8').split(/^FROM .*(?<!build)$/m);
    expect([...last.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, what]) => what)).to.deep.equal([
      ...['package.json', 'node_modules', 'console/dist', 'examples', 'dist/src', 'dist/workers'],
    ]);
    expect(last).to.not.match(/^(COPY|ADD) (?!--from=build)/m);
    // No secret, no `.env` gets into the build: only what is named does.
    const [all, ...named] = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => !/^(#|$)/.test(line));
    expect(all).to.equal('*');
    expect(named.filter((line) => line.startsWith('!')).map((line) => line.slice(1))).to.deep.equal([
      ...['.npmrc', 'console', 'examples/ten-destinations.yaml', 'package-lock.json', 'package.json'],
      ...['src', 'tsconfig.json', 'workers'],
    ]);
  });

  it('runs as many of a process as .env says, whichever `up` it is', () => {
    const scaled = having(({ deploy }) => deploy?.replicas !== undefined);
    expect(scaled).to.deep.equal(['partner', 'search', 'submit', 'web']);
    for (const name of scaled)
      expect(services[name]!.deploy?.replicas).to.equal(`\${${name.toUpperCase()}_REPLICAS:-1}`);
  });

  it('keeps no log forever', () => {
    for (const name of names)
      expect(services[name]!.logging?.options, name).to.have.all.keys('max-size', 'max-file');
  });

  it('lets Redis refuse writes long before its container is full', () => {
    const { command = [], deploy } = services['redis']!;
    const [, megabytes = ''] = /--maxmemory (\d+)mb/.exec(command.join(' ')) ?? [];
    expect(deploy?.resources?.limits?.memory).to.equal('1g');
    expect(Number(megabytes) / 1_024).to.be.within(0.5, 0.7);
  });

  it('keeps anchors, heads and the journal in a volume, where they are written', () => {
    const folder = '/var/lib/leadkeep';
    for (const name of ['AUDIT_ANCHOR_FILE', 'CONSENT_HEADS_DIR', 'ERASURE_JOURNAL'])
      expect(services['sweeper']?.environment?.[name], name).to.match(new RegExp(`^${folder}/`));
    expect(having(({ volumes = [] }) => volumes.includes(`evidence:${folder}`))).to.deep.equal([
      'console',
      'sweeper',
      'web',
    ]);
    const journal = services['console']?.environment?.['ERASURE_JOURNAL'] ?? '';
    expect(readFileSync('Dockerfile', 'utf8')).to.contain(`install -d -o 1000 -g 1000 ${folder} ${journal}`);
  });

  it('hardens every container: read-only, no capabilities, a user, limits', () => {
    for (const name of names) {
      const { read_only, cap_drop, security_opt, user, deploy } = services[name]!;
      expect({ read_only, cap_drop, security_opt }, name).to.deep.equal({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(user, name).to.match(/^(1000:1000|redis|mongodb)$/);
      expect(deploy?.resources?.limits, name).to.have.all.keys('cpus', 'memory', 'pids');
    }
  });

  it('gives a read-only container no file but one to mount, since Compose refuses to copy others into it', () => {
    for (const name of having(({ read_only }) => read_only === true))
      for (const kind of ['configs', 'secrets'] as const)
        for (const one of services[name]![kind] ?? []) {
          const source = typeof one === 'string' ? one : one.source;
          expect(composed[kind]?.[source], `${name}: ${source}`).to.have.property('file');
        }
  });

  it('keeps the passwords of the servers off their command lines', () => {
    for (const name of ['redis', 'mongo', 'mongo-tools']) {
      const { command = [], entrypoint = [] } = services[name]!;
      // `$$` is left to the container's shell.
      expect([...command, ...entrypoint].join('\n').replaceAll('$$', ''), name).to.not.contain('$');
    }
  });

  it('gives each container only the secrets that it needs', () => {
    expect(having(({ environment = {} }) => 'IDENTITY_SECRET' in environment)).to.deep.equal([
      'console',
      'release',
      'submit',
      'web',
    ]);
    expect(having(({ environment = {} }) => 'DATA_KEYS' in environment)).to.deep.equal([
      'console',
      'notify',
      'partner',
      'release',
      'search',
      'submit',
      'sweeper',
      'web',
    ]);
    expect(having(({ environment = {} }) => 'AUDIT_SECRET' in environment)).to.deep.equal([
      'console',
      'release',
      'web',
    ]);
    for (const name of ['SMTP_URL', 'OIDC_CLIENT_SECRET'])
      expect(
        having(({ environment = {} }) => name in environment),
        name,
      ).to.deep.equal(['console']);
    expect(having(({ environment = {} }) => 'SECRETS_DIR' in environment)).to.deep.equal([
      'console',
      'notify',
      'partner',
      'submit',
      'web',
    ]);
    expect(having(({ environment = {} }) => 'OUTBOUND_PROXY' in environment)).to.deep.equal([
      'console',
      'notify',
      'partner',
      'submit',
      'sweeper',
      'web',
    ]);
    const mounting = (folder: string) =>
      having(({ volumes = [] }) => volumes.some((one) => one.includes(folder)));
    expect(mounting(':-./secrets}')).to.deep.equal(['notify', 'partner', 'submit', 'web']);
    expect(mounting(':-./console-secrets}')).to.deep.equal(['console']);
    expect(readFileSync('docker-compose.yml', 'utf8')).to.not.contain('env_file');
  });

  it('publishes web and console alone, on loopback, and lets the servers reach nobody', () => {
    expect(having(({ ports }) => ports !== undefined)).to.deep.equal(['console', 'web']);
    for (const [name, bind] of [
      ['console', '${CONSOLE_BIND:-127.0.0.1}'],
      ['web', '${WEB_BIND:-127.0.0.1}'],
    ] as const)
      expect(
        services[name]?.ports?.map(({ host_ip }) => host_ip),
        name,
      ).to.deep.equal([bind]);
    for (const name of ['redis', 'mongo', 'mongo-tools'])
      expect(services[name]?.networks, name).to.deep.equal(['inside']);
    const calling = ['console', 'notify', 'partner', 'submit', 'sweeper', 'web'];
    expect(having(({ networks = [] }) => networks.includes('outside'))).to.deep.equal(calling);
  });

  it('names images by their full version', () => {
    const images = names
      .map((name) => services[name]!.image)
      .filter((image) => !image.startsWith('${LEADKEEP'));
    expect(new Set(images).size).to.equal(2);
    for (const image of images) expect(image).to.match(/^[a-z/]+:\d+\.\d+\.\d+$/);
    for (const [, image = ''] of readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm))
      expect(image).to.match(/^node:\d+\.\d+\.\d+-\w+-slim$/);
  });

  it('gives each process room to look up 32 names at once, as npm start does', async () => {
    expect(readFileSync('Dockerfile', 'utf8').split('FROM').at(-1)).to.contain('ENV UV_THREADPOOL_SIZE=64\n');
    const args = ['-p', 'process.env.UV_THREADPOOL_SIZE'];
    const told = startProcess({ name: 'told', args, env: {} });
    expect(await told.ended).to.equal('code 0');
    expect(told.lastLines()).to.deep.equal(['64']);
  });

  it('is told all that it needs, by the page and in CI', () => {
    const text = readFileSync('docker-compose.yml', 'utf8');
    const needed = new Set([...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name));
    expect(needed.size).to.be.above(3);
    for (const file of ['docs/deployment.md', '.github/workflows/ci.yml']) {
      const told = readFileSync(file, 'utf8');
      for (const name of needed)
        expect(told, `${file}: ${name}`).to.match(
          new RegExp(`echo "${name}=|for name in [A-Z_ ]*\\b${name}\\b`),
        );
    }
  });

  it('posts its first lead on the page by the ids of the smallest catalogue', () => {
    const name = 'examples/minimal.yaml';
    const parsed = parseCatalogue([{ name, text: readFileSync(name, 'utf8') }]);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    const page = readFileSync('docs/deployment.md', 'utf8');
    for (const [kind, entries] of [
      ['affiliate', parsed.document.affiliates],
      ['campaign', parsed.document.campaigns],
      ['offer', parsed.document.offers],
    ] as const)
      for (const { id } of entries) expect(page).to.contain(`"svc_${kind}_id": "${id}"`);
  });

  it('passes on every setting that there is', () => {
    const given = ['web', 'console'].flatMap((name) => Object.keys(services[name]?.environment ?? {}));
    expect(given).to.include.members(describeSettings().map(({ name }) => name));
  });
});
