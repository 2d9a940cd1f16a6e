import { expect } from 'chai';
import type { AlertRunner } from '../../../src/app/alerts/take-turns.js';
import type { ChannelAlert } from '../../../src/core/alerts/channel-alert.js';
import { finding, MINUTE, startAlertWorld, type AlertWorld } from '../../support/alert-world.js';

/** Each process believes that it alone evaluates, as after a long sleep. */
const leases = {
  take: () => Promise.resolve(true),
  isTaken: () => Promise.resolve(true),
  taken: () => Promise.resolve([]),
  release: () => Promise.resolve(),
};

describe('what is told last of an alert is so', () => {
  let world: AlertWorld;
  before(async () => {
    world = await startAlertWorld();
  });
  beforeEach(() => reset());
  after(() => world.close());

  async function reset(): Promise<void> {
    await world.reset();
    const channels = [
      world.webhook('/all', {}, 'webhook'),
      world.webhook('/pager', { least: 'urgent' }, 'webhook'),
    ];
    world.now.settings = { thresholds: {}, channels };
  }

  /** What a channel heard, in the order in which it came. */
  const heard = (path: string): string[] =>
    world.receivers.heard
      .filter((each) => each.path === path)
      .flatMap(({ body }) => (JSON.parse(body) as { alerts: ChannelAlert[] }).alerts)
      .map(({ event }) => event);

  type Act = <T>(act: () => Promise<T>) => Promise<T>;

  /** A console whose every write goes through `act`. */
  function consoleThat(act: Act): AlertRunner {
    const { alerts, outbox } = world.stores;
    return world.newConsole('x', {
      leases,
      alerts: { ...alerts, write: (alert) => act(() => alerts.write(alert)) },
      outbox: { ...outbox, add: (...what) => act(() => outbox.add(...what)) },
    });
  }

  /** Whether the last one that may die or sleep came to its nth write. */
  let came = false;

  /** It dies before its nth write, or right after it. */
  function mortal(n: number, when: 'before' | 'after'): AlertRunner {
    let count = 0;
    came = false;
    return consoleThat(async (act) => {
      count += 1;
      came ||= count === n;
      if (count > n || (count === n && when === 'before')) throw new Error('killed');
      const done = await act();
      if (count === n) throw new Error('killed');
      return done;
    });
  }

  /** It sleeps before its nth write until it is woken. */
  function sleeper(n: number) {
    let count = 0;
    came = false;
    let [fallAsleep, wake] = [(): void => undefined, (): void => undefined];
    const asleep = new Promise<void>((resolve) => (fallAsleep = resolve));
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const runner = consoleThat(async (act) => {
      count += 1;
      if (count === n) {
        came = true;
        fallAsleep();
        await woken;
      }
      return act();
    });
    return {
      wake,
      /** Begins an evaluation. `over` is its end, which comes at once where it has fewer writes. */
      async turn(): Promise<{ readonly over: Promise<unknown> }> {
        const over = runner.turn();
        await Promise.race([asleep, over]);
        return { over };
      },
    };
  }

  /** So many minutes pass with this finding or none, evaluated each minute, and what is told arrives. */
  async function pass(count: number, severity: 'soon' | 'urgent' | 'none', by?: AlertRunner): Promise<void> {
    world.now.found = severity === 'none' ? [] : [finding('nursing', severity)];
    for (let minute = 0; minute < count; minute += 1) {
      world.now.time = new Date(world.now.time.getTime() + MINUTE);
      await (by ?? consoleThat((act) => act())).turn().catch(() => undefined);
      await world.deliver();
    }
  }

  /** At its first write, its second and so on, until there is none. */
  const eachWrite = (story: (n: number) => Promise<void>) => async (): Promise<void> => {
    let n = 0;
    do await story((n += 1));
    while (came);
    expect(n).to.be.greaterThan(2);
  };
  const each = (story: (n: number, when: 'before' | 'after') => Promise<void>) =>
    eachWrite(async (n) => {
      for (const when of ['before', 'after'] as const) {
        await reset();
        await story(n, when);
      }
    });

  it(
    'wherever the evaluation that resolves it is killed, and then it fires again',
    each(async (n, when) => {
      await pass(1, 'urgent');
      await pass(2, 'none');
      await pass(1, 'none', mortal(n, when));
      await pass(2, 'urgent');
      expect(heard('/all').join(), `killed ${when} write ${n}`).to.match(/^fired(,resolved,fired)?$/);
    }),
  );

  it(
    'wherever the evaluation that finds it is killed, and then it is over',
    each(async (n, when) => {
      await pass(1, 'urgent', mortal(n, when));
      await pass(5, 'none');
      expect(heard('/all').at(-1) ?? 'resolved', `killed ${when} write ${n}`).to.equal('resolved');
    }),
  );

  it(
    'wherever the evaluation that finds it worse is killed, and then it gets better and is over',
    each(async (n, when) => {
      await pass(1, 'soon');
      await pass(1, 'urgent', mortal(n, when));
      await pass(1, 'soon');
      await pass(5, 'none');
      expect(heard('/all').at(-1)).to.equal('resolved');
      expect(heard('/pager').at(-1) ?? 'resolved', `killed ${when} write ${n}`).to.equal('resolved');
    }),
  );

  it(
    'wherever the evaluation that resolves it sleeps, while it fires again',
    eachWrite(async (n) => {
      await reset();
      await pass(1, 'urgent');
      await pass(2, 'none');
      const asleep = sleeper(n);
      world.now.time = new Date(world.now.time.getTime() + MINUTE);
      const { over } = await asleep.turn();
      await pass(1, 'urgent');
      asleep.wake();
      await over;
      await world.deliver();
      await pass(2, 'urgent');
      expect(heard('/all').at(-1), `asleep before write ${n}`).to.equal('fired');
    }),
  );

  it(
    'wherever the evaluation that finds it sleeps, while it ends and fires again',
    eachWrite(async (n) => {
      await reset();
      world.now.time = new Date(world.now.time.getTime() + MINUTE);
      world.now.found = [finding('nursing')];
      const asleep = sleeper(n);
      const { over } = await asleep.turn();
      await pass(1, 'urgent');
      await pass(5, 'none');
      asleep.wake();
      await over;
      await world.deliver();
      await pass(1, 'urgent');
      expect(heard('/all').at(-1), `asleep before write ${n}`).to.equal('fired');
      await pass(5, 'none');
      expect(heard('/all').at(-1), `asleep before write ${n}`).to.equal('resolved');
    }),
  );
});
