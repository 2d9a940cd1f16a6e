import { OutageError } from '../../../src/app/outage.js';

/** What befalls a run, right before or right after its n-th call of a port. */
export interface Fault {
  readonly n: number;
  readonly when: 'before' | 'after';
  /**
   * `dies`: nothing of its process ever happens again. `sleeps`: its process stands still until it is woken.
   * `fails`: the call throws an outage (after: it had been done). Anything else befalls the world, and the run goes on.
   */
  readonly how: 'dies' | 'sleeps' | 'fails' | WorldFault;
  /** How many calls ago the data is from with which Redis comes back. */
  readonly lag?: number;
  /** Of `pause`: how long. */
  readonly ms?: number;
  /** Of `outage`: what is away, as `OUTAGES` names it, and for how long. */
  readonly outage?: { readonly what: string; readonly ms: number };
}

/**
 * `flush`: Redis loses everything. `snapshot`: another server, or this one started again, with older data. `failback`:
 * the server of now is promoted again, with the older data of the one that took its place meanwhile. `outage`: something
 * is away for a time. `change`: the catalogue changes. `pause`: everybody stands still, and nobody else comes meanwhile.
 */
export type WorldFault = 'flush' | 'snapshot' | 'failback' | 'outage' | 'change' | 'pause';

/** What the world does when it is struck. */
export interface Struck {
  readonly clock: () => Date;
  readonly flush: () => void;
  /** Remembers what Redis holds; called again it comes back with that. */
  readonly keep: () => (how: 'snapshot' | 'failback') => void;
  readonly goAway: (outage: NonNullable<Fault['outage']>) => void;
  readonly change: () => void;
  readonly pass: (ms: number) => void;
}

/** A blow that hit. */
export interface Strike {
  readonly how: Fault['how'];
  readonly what: string;
  readonly at: Date;
  /** Of an outage: when it ends. */
  readonly until: Date;
}

/** Makes one call of a port. */
export type Step = <T>(what: string, call: () => Promise<T>) => Promise<T>;

export interface SimProcess {
  readonly step: Step;
  /** Resolves when this process died or fell asleep; never otherwise. */
  readonly stopped: Promise<'stopped'>;
  /** Whether it stands still now, asleep or for ever. */
  readonly isStill: () => boolean;
}

export interface FaultInjector {
  /** A process that begins to live: one job, one call of the API, one sweep. */
  begin(): SimProcess;
  /** From here on calls are numbered. */
  count(): void;
  /** Wakes whoever sleeps; false when nobody does. */
  wakeUp(): boolean;
  /** The calls that were hit; undefined when none was. */
  hit(): string | undefined;
  readonly strikes: readonly Strike[];
  /** Calls counted. */
  calls(): number;
  /** Of a call: whether the next one followed at once, made by the same process while no other had one under way. */
  isFollowedAtOnce(n: number): boolean;
}

/** One for each death: a promise that is shared keeps everybody who ever waited for it, with their worlds. */
const never = (): Promise<never> => new Promise(() => undefined);

/** Calls that a replica lags behind, where nothing else is said. */
const LAG = 6;

/** Numbers the calls of all processes of a story in their order, and strikes at some of them. */
export function createFaultInjector(faults: readonly Fault[], world: Struck): FaultInjector {
  let calls = 0;
  let counts = false;
  const strikes: Strike[] = [];
  const kept = new Map<Fault, (how: 'snapshot' | 'failback') => void>();
  let sleepers: (() => void)[] = [];
  const followed = new Set<number>();
  let lastEnd: { readonly n: number; readonly by: object } | undefined;
  let underWay = 0;

  const begins = (n: number, by: object): void => {
    if (underWay === 0 && lastEnd?.n === n - 1 && lastEnd.by === by) followed.add(n - 1);
    underWay += 1;
    lastEnd = undefined;
  };
  const ends = (n: number, by: object): void => {
    underWay -= 1;
    lastEnd = { n, by };
  };

  const befalls = (
    { how, outage, ms = 0 }: Fault,
    keptRedis: ((how: 'snapshot' | 'failback') => void) | undefined,
  ) => {
    if (how === 'flush') world.flush();
    if (how === 'snapshot' || how === 'failback') keptRedis?.(how);
    if (how === 'change') world.change();
    if (how === 'pause') world.pass(ms);
    if (how === 'outage' && outage) world.goAway(outage);
  };

  const begin = (): SimProcess => {
    let stop: (how: 'stopped') => void = () => undefined;
    const stopped = new Promise<'stopped'>((resolve) => (stop = resolve));
    /** What every call of this process waits for, once it was struck. */
    let standing: Promise<void> | undefined;
    const strike = async (what: string, fault: Fault): Promise<void> => {
      const { how, when, outage, ms = 0 } = fault;
      const at = world.clock();
      const until = new Date(at.getTime() + (outage?.ms ?? ms));
      strikes.push({ how, what: `${how} ${when} ${what}`, at, until });
      befalls(fault, kept.get(fault));
      if (how === 'fails') throw new OutageError('MongoDB', new Error('a call that fails'));
      if (how !== 'dies' && how !== 'sleeps') return;
      standing = how === 'dies' ? never() : new Promise((resolve) => sleepers.push(resolve));
      stop('stopped');
      await standing;
      standing = undefined;
    };
    const strikeAll = async (n: number, when: Fault['when'], what: string): Promise<void> => {
      for (const blow of faults) if (blow.n === n && blow.when === when) await strike(what, blow);
    };
    const step: Step = async (what, call) => {
      if (standing) await standing;
      const n = counts ? (calls += 1) : 0;
      if (n > 0) {
        begins(n, life);
        for (const blow of faults)
          if (n === Math.max(1, blow.n - (blow.lag ?? LAG)) && isOfRedis(blow)) kept.set(blow, world.keep());
        await strikeAll(n, 'before', what);
      }
      const result = await call().finally(() => {
        if (n > 0) ends(n, life);
      });
      if (n > 0) await strikeAll(n, 'after', what);
      if (standing) await standing;
      return result;
    };
    const life = { step, stopped, isStill: () => standing !== undefined };
    return life;
  };
  return {
    begin,
    count() {
      counts = true;
    },
    wakeUp() {
      const woken = sleepers;
      sleepers = [];
      for (const wake of woken) wake();
      return woken.length > 0;
    },
    hit: () => (strikes.length === 0 ? undefined : strikes.map(({ what }) => what).join(', then ')),
    strikes,
    calls: () => calls,
    isFollowedAtOnce: (n) => followed.has(n),
  };
}

const isOfRedis = ({ how }: Fault): boolean => how === 'snapshot' || how === 'failback';

/** The port with each of its methods made a step, but those that `own` has: they make their steps themselves. */
export const stepped = <T extends object>(name: string, port: T, step: Step, own: Partial<T> = {}): T =>
  new Proxy(port, {
    get(target, method) {
      if (method in own) return Reflect.get(own, method) as unknown;
      const call: unknown = Reflect.get(target, method);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) =>
        step(`${name}.${String(method)}`, async () => (await call.apply(target, args)) as unknown);
    },
  });
