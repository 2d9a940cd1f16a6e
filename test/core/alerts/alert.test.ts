import { expect } from 'chai';
import fc from 'fast-check';
import { alertsToSend, nextAlerts, owedNotices, type Alert } from '../../../src/core/alerts/alert.js';
import type { Finding, Severity } from '../../../src/core/alerts/finding.js';
import type { Mute } from '../../../src/core/alerts/mute.js';
import type { AlertChannel } from '../../../src/core/alerts/settings.js';
import { messagesOf } from '../../../src/core/alerts/channel-alert.js';

const START = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const at = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE_MS);

const finding = (name = 'nursing', severity: Severity = 'soon', rule = 'breaker_open'): Finding => ({
  ...{ id: `${rule}|offer|${name}`, rule, severity, since: START, count: 1 },
  subject: { kind: 'offer', id: name, name },
  ...{ sentence: `${name} is down.`, value: 1, threshold: 1, unit: 'ms' },
});

const PAGER: AlertChannel = { name: 'pager', least: 'urgent', via: { kind: 'email', to: [] } };

/** The stored alerts, evaluated as the process does. Returns what is told: `fired nursing`. */
function exchange() {
  const stored = new Map<string, Alert>();
  const ids: string[] = [];
  /** What a channel hears that wants urgent alerts only. */
  const heard: string[] = [];
  const evaluate = (
    now: Date,
    findings: readonly Finding[],
    mutes: readonly Mute[] = [],
    known = ['breaker_open'],
    unclear: readonly string[] = [],
  ): string[] => {
    const store = (alerts: readonly Alert[]): void => {
      for (const alert of alerts) stored.set(alert.id, alert);
    };
    const firing = (): Alert[] => [...stored.values()].filter(({ state }) => state === 'firing');
    store(
      nextAlerts(firing(), {
        ...{ findings, at: now, known: new Set(known), unclear: new Set(unclear), sightings: new Map() },
      }),
    );
    store(alertsToSend([...stored.values()], mutes, now));
    return owedNotices([...stored.values()]).map((notice) => {
      const { id, kind, alert, after } = notice;
      stored.set(alert.id, after);
      heard.push(...messagesOf(notice, [PAGER], now).map(() => kind));
      ids.push(id);
      return `${kind} ${alert.subject.name}`;
    });
  };
  return { stored, ids, heard, evaluate };
}

const mute = (over: Partial<Mute> = {}): Mute => ({
  ...{ id: 'm', until: at(600), why: 'known', by: 'ann', at: START, ...over },
});

describe('an alert', () => {
  it('is told once, repeated daily, and told when it is over', () => {
    const { evaluate } = exchange();
    const told: string[] = [];
    for (let minute = 0; minute < 3 * 24 * 60; minute += 1)
      told.push(...evaluate(at(minute), [finding()]).map((each) => `${minute} ${each}`));
    expect(told).to.deep.equal(['0 fired nursing', '1440 still nursing', '2880 still nursing']);
    expect(evaluate(at(4_320), [])).to.deep.equal([]);
    expect(evaluate(at(4_321), [])).to.deep.equal([]);
    expect(evaluate(at(4_322), [])).to.deep.equal(['resolved nursing']);
    expect(evaluate(at(4_323), [])).to.deep.equal([]);
    expect(evaluate(at(4_400), [finding()]), 'later it begins anew').to.deep.equal(['fired nursing']);
  });

  it('that comes and goes every minute is one alert', () => {
    const { evaluate } = exchange();
    const told: string[] = [];
    for (let minute = 0; minute < 60; minute += 1)
      told.push(...evaluate(at(minute), minute % 2 ? [] : [finding()]));
    expect(told).to.deep.equal(['fired nursing']);
  });

  it('is told again when it gets worse, and not when it gets better', () => {
    const { evaluate } = exchange();
    const told = (['soon', 'urgent', 'note', 'urgent', 'soon'] as const).map((severity, i) =>
      evaluate(at(i), [finding('nursing', severity)]),
    );
    expect(told).to.deep.equal([['fired nursing'], ['worse nursing'], [], [], []]);
  });

  it('that got better days ago is over also for those who heard of its worst', () => {
    const { evaluate, heard } = exchange();
    evaluate(at(0), [finding('nursing', 'soon')]);
    evaluate(at(1), [finding('nursing', 'urgent')]);
    for (const day of [1, 2])
      expect(evaluate(at(1 + day * 1_440), [finding('nursing', 'note')])).to.deep.equal(['still nursing']);
    expect([0, 2].flatMap((minute) => evaluate(at(4_000 + minute), []))).to.deep.equal(['resolved nursing']);
    expect(heard).to.deep.equal(['worse', 'resolved']);
  });

  it('of a rule that could not be applied stays as it is', () => {
    const { evaluate, stored } = exchange();
    evaluate(at(0), [finding()]);
    for (let minute = 1; minute < 10; minute += 1) expect(evaluate(at(minute), [], [], [])).to.deep.equal([]);
    expect(stored.get(finding().id)?.state).to.equal('firing');
  });

  it('of which its rule can say nothing now stays as it is', () => {
    const { evaluate, stored } = exchange();
    const { id } = finding();
    evaluate(at(0), [finding()]);
    for (let minute = 1; minute < 10; minute += 1)
      expect(evaluate(at(minute), [], [], ['breaker_open'], [id])).to.deep.equal([]);
    expect(stored.get(id)?.state).to.equal('firing');
    expect([10, 12].flatMap((minute) => evaluate(at(minute), []))).to.deep.equal(['resolved nursing']);
  });

  it('is not told while it is muted, and is told when the mute ends', () => {
    const { evaluate } = exchange();
    const short = [mute({ until: at(5) })];
    expect(evaluate(at(0), [finding()], short)).to.deep.equal([]);
    expect(evaluate(at(4), [finding()], short)).to.deep.equal([]);
    expect(evaluate(at(5), [finding()], short)).to.deep.equal(['fired nursing']);
  });

  it('that ends while it is muted is told if its beginning was', () => {
    const { evaluate } = exchange();
    evaluate(at(0), [finding('a')]);
    evaluate(at(1), [finding('a'), finding('b')], [mute()]);
    evaluate(at(2), [], [mute()]);
    expect(evaluate(at(4), [], [mute()])).to.deep.equal(['resolved a']);
  });

  for (const [what, over, muted] of [
    ['everything', {}, true],
    ['its rule', { rule: 'breaker_open' }, true],
    ['another rule', { rule: 'cap_use' }, false],
    ['its subject', { subject: 'nursing' }, true],
    ['the id of its subject', { subject: 'o1:delivery' }, true],
    ['the id of its offer', { subject: 'o1' }, true],
    ['an id that begins like it', { subject: 'o' }, false],
    ['another subject', { subject: 'mba' }, false],
    ['its rule for another subject', { rule: 'breaker_open', subject: 'mba' }, false],
    ['its severity', { up_to: 'soon' }, true],
    ['more than its severity', { up_to: 'urgent' }, true],
    ['less than its severity', { up_to: 'note' }, false],
  ] as const)
    it(`a mute of ${what}: ${muted ? 'silent' : 'told'}`, () => {
      const found = { ...finding(), subject: { kind: 'offer', id: 'o1:delivery', name: 'nursing' } } as const;
      expect(exchange().evaluate(at(0), [found], [mute(over)])).to.deep.equal(muted ? [] : ['fired nursing']);
    });

  it('a mute of a channel called webhook mutes no endpoint', () => {
    const subject = {
      kind: 'endpoint',
      id: 'webhook:campaign:spring',
      name: 'webhook:campaign:spring',
    } as const;
    const told = (muted: string): string[] =>
      exchange().evaluate(at(0), [{ ...finding(), subject }], [mute({ subject: muted })]);
    expect(told('webhook')).to.deep.equal(['fired webhook:campaign:spring']);
    expect(told('webhook:campaign:spring')).to.deep.equal([]);
  });

  it('whatever happens: what is told alternates between begun and over, and no notice has the id of another', () => {
    const names = fc.subarray(['a', 'b', 'c']);
    const severity = fc.constantFrom<Severity>('note', 'soon', 'urgent');
    const steps = fc.array(fc.record({ names, severity, minutes: fc.integer({ min: 1, max: 900 }) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const { evaluate, ids } = exchange();
        const open = new Set<string>();
        let now = 0;
        for (const step of all) {
          now += step.minutes;
          const findings = step.names.map((name) => finding(name, step.severity));
          for (const told of evaluate(at(now), findings)) {
            const [kind, name = ''] = told.split(' ');
            expect(open.has(name), told).to.equal(kind !== 'fired');
            if (kind === 'resolved') open.delete(name);
            else open.add(name);
          }
          for (const name of step.names) expect(open.has(name), 'what is found was told').to.equal(true);
        }
        expect(ids).to.have.length(new Set(ids).size);
      }),
    );
  });
});
