import { OutageError } from '../../../src/platform/outage.js';

/** What befalls a run, right before or right after its n-th call of a port. */
export interface Blow {
  readonly n: number;
  readonly when: 'before' | 'after';
  /**
   * `dies`: nothing of its process ever happens again. `sleeps`: its process stands still until it is woken.
   * `fails`: the call throws an outage (after: it had been done). `flush`: Redis loses everything, the run goes on.
   */
  readonly how: 'dies' | 'sleeps' | 'fails' | 'flush';
}

/** Makes one call of a port. */
export type Step = <T>(what: string, call: () => Promise<T>) => Promise<T>;

export interface Life {
  readonly step: Step;
  /** Resolves when this process died or fell asleep; never otherwise. */
  readonly stopped: Promise<'stopped'>;
}

export interface Fate {
  /** A process that begins to live: one job, one call of the API, one sweep. */
  begin(): Life;
  /** From here on calls are numbered. */
  count(): void;
  /** Wakes whoever sleeps. */
  wakeUp(): void;
  /** The call that was hit, when one was. */
  hit(): string | undefined;
  /** Calls counted. */
  calls(): number;
}

const NEVER = new Promise<never>(() => undefined);

/** Numbers the calls of all processes of a story in their order, and strikes at one of them. */
export function createFate(blow?: Blow, flush: () => void = () => undefined): Fate {
  let calls = 0;
  let counts = false;
  let hit: string | undefined;
  let wakeUp: () => void = () => undefined;
  const awake = new Promise<void>((resolve) => (wakeUp = resolve));

  const begin = (): Life => {
    let stop: (how: 'stopped') => void = () => undefined;
    const stopped = new Promise<'stopped'>((resolve) => (stop = resolve));
    /** What every call of this process waits for, once it was struck. */
    let standing: Promise<void> | undefined;
    const strike = async (what: string, { how, when }: Blow): Promise<void> => {
      hit = `${how} ${when} ${what}`;
      if (how === 'flush') flush();
      if (how === 'fails') throw new OutageError('MongoDB', new Error('a call that fails'));
      if (how === 'dies' || how === 'sleeps') {
        standing = how === 'dies' ? NEVER : awake;
        stop('stopped');
        await standing;
      }
    };
    const step: Step = async (what, call) => {
      if (standing) await standing;
      const n = counts ? (calls += 1) : 0;
      if (blow?.n === n && blow.when === 'before') await strike(what, blow);
      const result = await call();
      if (blow?.n === n && blow.when === 'after') await strike(what, blow);
      if (standing) await standing;
      return result;
    };
    return { step, stopped };
  };
  return {
    begin,
    count() {
      counts = true;
    },
    wakeUp: () => {
      wakeUp();
    },
    hit: () => hit,
    calls: () => calls,
  };
}

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
