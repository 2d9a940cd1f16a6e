import { stepped, type Step } from '../../support/steps/fate.js';
import type { Blow } from '../story/acts.js';

/** A process of the month. It may be killed at one of its calls, or fall asleep there. */
export interface Process {
  readonly step: Step;
  /** Whether half of this call is done before the process is struck. */
  readonly isWithin: (what: string) => boolean;
}

/** How often a process died or slept, by the step at which it was struck. */
export type Strikes = Map<string, number>;

/** What a process did: it ended with a value, or it was struck. */
export type Lived<T> = { readonly ended: T } | 'struck';

const NEVER = new Promise<never>(() => undefined);

export function createProcesses(strikes: Strikes) {
  let sleepers: { readonly wake: () => void; readonly ended: Promise<unknown> }[] = [];

  /** Runs a process until it ends, dies or falls asleep. Throws what it throws. */
  function live<T>(main: (process: Process) => Promise<T>, blow?: Blow): Promise<Lived<T>> {
    let stop: (how: 'struck') => void = () => undefined;
    const struck = new Promise<'struck'>((resolve) => (stop = resolve));
    let isDue = blow !== undefined;
    let standing: Promise<void> | undefined;
    const meets = (what: string, when: Blow['when']): boolean =>
      isDue && blow?.step === what && blow.when === when;
    const strike = async ({ step, when, how }: Blow): Promise<void> => {
      isDue = false;
      const name = `${how} ${when} ${step}`;
      strikes.set(name, (strikes.get(name) ?? 0) + 1);
      standing = how === 'dies' ? NEVER : new Promise((wake) => sleepers.push({ wake, ended: whole() }));
      stop('struck');
      await standing;
      standing = undefined;
    };
    const step: Step = async (what, call) => {
      if (standing) await standing;
      if (blow && meets(what, 'before')) await strike(blow);
      const isStruck = meets(what, 'after') || meets(what, 'within');
      const result = await call();
      if (blow && isStruck) await strike(blow);
      if (standing) await standing;
      return result;
    };
    const ended = main({ step, isWithin: (what) => meets(what, 'within') });
    const whole = (): Promise<unknown> => ended;
    return Promise.race([ended.then((value) => ({ ended: value })), struck]);
  }

  /** Wakes whoever sleeps, and waits until they are done. Returns how many slept. Throws what they throw. */
  async function wakeAll(): Promise<number> {
    const woken = sleepers;
    sleepers = [];
    for (const { wake } of woken) wake();
    await Promise.all(woken.map(({ ended }) => ended));
    return woken.length;
  }

  return { live, wakeAll };
}

/** A port whose calls are steps of the process. A method in `halves` is done by half where it is struck within. */
export const portOf = <T extends object>(
  name: string,
  port: T,
  { step, isWithin }: Process,
  halves: { readonly [M in keyof T]?: T[M] } = {},
): T =>
  stepped(
    name,
    new Proxy(port, {
      get: (target, method) =>
        method in halves && isWithin(`${name}.${String(method)}`)
          ? (Reflect.get(halves, method) as unknown)
          : (Reflect.get(target, method) as unknown),
    }),
    step,
  );
