import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readProcfile } from '../../scripts/processes/procfile.js';
import { describeSettings } from '../../src/platform/process/settings.js';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command: readonly string[];
  readonly envFrom: readonly { readonly [kind: string]: { readonly name: string } }[];
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly securityContext: object;
}
interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}
interface Pod {
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
  readonly securityContext: { readonly runAsNonRoot: boolean };
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds: number;
}
interface Item {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly replicas?: number;
    readonly minReplicas?: number;
    readonly selector?: { readonly matchLabels?: object };
    readonly scaleTargetRef?: { readonly name: string };
    readonly metrics?: readonly {
      readonly resource?: { readonly name: string; readonly target: Readonly<Record<string, string>> };
    }[];
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

const FILE = 'ops/kubernetes/leadkeep.yaml';
const { items } = parse(readFileSync(FILE, 'utf8'), { merge: true, maxAliasCount: 1_000 }) as {
  readonly items: readonly Item[];
};
const of = (kind: string): ReadonlyMap<string, Item> =>
  new Map(
    items
      .filter((item) => item.kind === kind)
      .map((item) => [item.metadata.name.replace(/^leadkeep-/, ''), item]),
  );
const { release, services: processes } = readProcfile();
const pods = new Map(
  [...of('Deployment'), ...of('Job')].map(([name, { spec }]) => [
    name.startsWith('release') ? 'release' : name,
    spec.template.spec,
  ]),
);
const having = (holds: (container: Container) => boolean): string[] =>
  [...pods]
    .filter(([, { containers }]) => holds(containers[0]))
    .map(([name]) => name)
    .sort();

describe(FILE, () => {
  it('runs the processes of the Procfile, each with a budget for disruptions', () => {
    for (const { name, args } of [release, ...processes])
      expect(pods.get(name)?.containers[0].command, name).to.deep.equal(['node', ...args]);
    expect(pods.size).to.equal(processes.length + 1);
    const names = processes.map(({ name }) => name).sort();
    expect([...of('PodDisruptionBudget').keys()].sort()).to.deep.equal(names);
    for (const name of names) {
      const { selector, template } = of('Deployment').get(name)!.spec;
      expect(selector?.matchLabels, name).to.deep.equal(template.metadata.labels);
      expect(of('PodDisruptionBudget').get(name)?.spec.selector, name).to.deep.equal(selector);
    }
  });

  it('asks each process whether it is ready and alive, and gives it time to end', () => {
    const settings = new Map(describeSettings().map((setting) => [setting.name, setting]));
    for (const { name } of processes) {
      const { containers, terminationGracePeriodSeconds } = pods.get(name)!;
      const [{ startupProbe, readinessProbe, livenessProbe, ports = [] }] = containers;
      const paths = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe?.httpGet.path);
      expect(paths, name).to.deep.equal(['/healthz', '/readyz', '/healthz']);
      const seconds = (probe?: Probe): number => (probe?.periodSeconds ?? 0) * (probe?.failureThreshold ?? 0);
      expect(seconds(startupProbe), name).to.be.at.least(300);
      // Gone is gone soon; only a process that is stuck is ended.
      expect(seconds(readinessProbe), name).to.be.at.most(15);
      expect(seconds(livenessProbe), name).to.be.at.least(180);
      expect(ports.map((port) => port.name)).to.include('health');
      expect(terminationGracePeriodSeconds * 1_000).to.be.greaterThan(
        Number(settings.get('SHUTDOWN_MS')?.default) + 10_000,
      );
    }
  });

  it('hardens every pod', () => {
    for (const [name, { containers, securityContext, automountServiceAccountToken }] of pods) {
      expect(securityContext.runAsNonRoot, name).to.equal(true);
      expect(automountServiceAccountToken, name).to.equal(false);
      expect(containers[0].securityContext, name).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('gives each container only the secrets that it needs', () => {
    const secret = (name: string) => (container: Container) =>
      container.envFrom.some(({ secretRef }) => secretRef?.name === name);
    expect(having(secret('leadkeep-services'))).to.deep.equal([...pods.keys()].sort());
    expect(having(secret('leadkeep-identity'))).to.deep.equal(['console', 'release', 'submit', 'web']);
    const sealing = ['console', 'notify', 'partner', 'release', 'search', 'submit', 'sweeper', 'web'];
    expect(having(secret('leadkeep-data-keys'))).to.deep.equal(sealing);
    expect(having(secret('leadkeep-audit'))).to.deep.equal(['console', 'release', 'web']);
    expect(having(secret('leadkeep-console-settings'))).to.deep.equal(['console']);
    const files = having(({ volumeMounts }) => volumeMounts.some(({ name }) => name === 'secrets'));
    expect(files).to.deep.equal(['console', 'notify', 'partner', 'submit', 'web']);
    for (const name of files)
      expect(pods.get(name)?.volumes.flatMap(({ secret }) => secret?.secretName ?? [])).to.deep.equal([
        name === 'console' ? 'leadkeep-console-secrets' : 'leadkeep-secrets',
      ]);
    expect(having(({ env = [] }) => env.some(({ name }) => name === 'SECRETS_DIR'))).to.deep.equal(files);
    for (const [name, { containers, volumes }] of pods)
      expect(
        containers[0].volumeMounts.map((mount) => mount.name),
        name,
      ).to.deep.equal(volumes.map((volume) => volume.name));
  });

  it('has a pod for commands like that of the release', () => {
    const { spec } = parse(readFileSync('ops/kubernetes/commands.yaml', 'utf8')) as { readonly spec: Pod };
    const release = pods.get('release')!;
    const [container] = spec.containers;
    expect(container.command).to.deep.equal(['sleep', '86400']);
    const { name, command } = release.containers[0];
    expect({ ...spec, containers: [{ ...container, name, command }] }).to.deep.equal(release);
  });

  it('scales by metrics that there are', () => {
    const page = readFileSync('docs/metrics.md', 'utf8');
    const names = readFileSync(FILE, 'utf8').match(/leadkeep_\w+/g) ?? [];
    expect(names.length).to.equal(3);
    for (const name of names) expect(page).to.contain(`\`${name}{`);
  });

  it('adds `web` at half a core, whatever CPU it requests', () => {
    expect(of('HorizontalPodAutoscaler').get('web')?.spec.metrics).to.deep.equal([
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '500m' } },
      },
    ]);
  });

  it('names only settings that there are, and scales only what it runs', () => {
    const known = new Set(['NODE_ENV', 'SECRETS_DIR', ...describeSettings().map(({ name }) => name)]);
    const named = [
      ...Object.keys(of('ConfigMap').get('settings')?.data ?? {}),
      ...[...pods.values()].flatMap(({ containers }) => (containers[0].env ?? []).map(({ name }) => name)),
    ];
    expect(named.filter((name) => !known.has(name))).to.deep.equal([]);
    for (const [name, { spec }] of of('HorizontalPodAutoscaler')) {
      expect(spec.scaleTargetRef?.name).to.equal(`leadkeep-${name}`);
      expect(spec.minReplicas).to.equal(2);
    }
    for (const [name, { spec }] of of('Deployment'))
      expect(spec.replicas, name).to.equal(of('HorizontalPodAutoscaler').has(name) ? undefined : 2);
    expect([...of('HorizontalPodAutoscaler').keys()].every((name) => pods.has(name))).to.equal(true);
  });
});
