import { expect } from 'chai';
import { nextAlerts, type Alert } from '../../../src/core/alerts/alert.js';
import { applyRules, type Findings, type Sightings } from '../../../src/core/alerts/apply-rules.js';
import type { Traffic } from '../../../src/core/alerts/readings.js';
import { DEFAULT_THRESHOLDS } from '../../../src/core/alerts/thresholds.js';

const AT = new Date('2026-11-20T15:40:00Z');
const FROM = new Date('2026-11-20T12:00:00Z');
const TO = new Date('2026-11-20T15:00:00Z');
const SUBJECT = { kind: 'affiliate', id: 'a1', name: 'northwind' } as const;

const traffic = (of: number, accepted: number, open = 0): Traffic => ({
  ...{ seen: of, accepted, open, refused: of - accepted - open },
});

type Week = readonly [recent: Traffic, weeks: readonly Traffic[]];

/** What is found about the affiliate. No week: it is switched off. */
const look = (week: Week | undefined, at = AT, before?: Sightings): Findings =>
  applyRules(
    {
      ...{ at, away: [] },
      traffic: {
        ...{ from: FROM, to: TO },
        subjects: week ? [{ subject: SUBJECT, recent: week[0], weeks: week[1] }] : [],
      },
    },
    DEFAULT_THRESHOLDS,
    before,
  );

/** The rules that find something about the affiliate. */
const rulesOf = (...week: Week): string[] => look(week).findings.map(({ rule }) => rule);

const four = (week: Traffic): Traffic[] => [week, week, week, week];

/** How the alert of the first look stands after some minutes of the second, and whether its sighting is kept. */
function afterwards(first: Week, second: Week | undefined): { state?: Alert['state']; kept: boolean } {
  const begun = look(first);
  let alerts = nextAlerts([], begun);
  let { sightings } = begun;
  for (const minute of [1, 4, 7]) {
    const found = look(second, new Date(AT.getTime() + minute * 60_000), sightings);
    alerts = alerts.map((alert) => nextAlerts([alert], found).find(({ id }) => id === alert.id) ?? alert);
    ({ sightings } = found);
  }
  const [{ id, state } = { id: '' }] = alerts;
  return { ...(state && { state }), kept: sightings.has(id) };
}

describe('the accept rate', () => {
  const usual = four(traffic(100, 60));
  const rows: readonly (readonly [what: string, recent: Traffic, weeks: Traffic[], found: boolean])[] = [
    ['falls to nothing', traffic(40, 0), usual, true],
    ['falls by half', traffic(100, 28), usual, true],
    ['falls a little', traffic(100, 50), usual, false],
    ['falls to nothing in a handful of leads', traffic(8, 0), usual, false],
    ['falls to nothing after a handful of leads', traffic(40, 0), four(traffic(5, 4)), false],
    ['is low because leads are undecided', traffic(40, 0, 40), usual, false],
    ['was as low in one of the weeks', traffic(100, 28), [...usual.slice(1), traffic(100, 20)], false],
    ['was as low in a week with few leads', traffic(100, 28), [...usual.slice(1), traffic(5, 0)], true],
    ['is far below weeks of which two are missing', traffic(60, 0), usual.slice(2), true],
    ['has no weeks before', traffic(100, 0), [], false],
    ['rises', traffic(100, 100), usual, false],
    ['was always nothing', traffic(100, 0), four(traffic(100, 0)), false],
  ];
  for (const [what, recent, weeks, found] of rows)
    it(`${what}: ${found ? 'found' : 'not found'}`, () => {
      expect(rulesOf(recent, weeks)).to.deep.equal(found ? ['accept_rate'] : []);
    });

  const fallen: Week = [traffic(40, 0), usual];
  const later: readonly (readonly [what: string, second: Week | undefined, state: Alert['state']])[] = [
    ['no lead is decided at night', [traffic(0, 0), usual], 'firing'],
    ['too few are decided', [traffic(9, 9), usual], 'firing'],
    ['some are decided, and refused', [traffic(20, 0), usual], 'firing'],
    ['some are decided, and accepted', [traffic(20, 12), usual], 'resolved'],
    ['the weeks have no leads in these hours', [traffic(40, 0), four(traffic(0, 0))], 'firing'],
    ['last week was as low', [traffic(40, 0), [traffic(40, 0), ...usual.slice(1)]], 'firing'],
    ['the rate is the usual one of four weeks', [traffic(40, 10), four(traffic(40, 10))], 'resolved'],
    ['none was accepted in four weeks', [traffic(40, 0), four(traffic(40, 0))], 'resolved'],
    ['it is well', [traffic(100, 60), usual], 'resolved'],
    ['it is switched off', undefined, 'resolved'],
  ];
  for (const [what, second, state] of later)
    it(`fell, and later ${what}: ${state}`, () => {
      expect(afterwards(fallen, second)).to.deep.equal({ state, kept: state === 'firing' });
    });
});

describe('a silent affiliate', () => {
  const rows: readonly (readonly [what: string, seen: number, weeks: number[], found: boolean])[] = [
    ['sends nothing and usually sends much', 0, [40, 35, 50, 45], true],
    ['sends nothing and usually sends little', 0, [4, 3, 5, 4], false],
    ['sends one lead', 1, [40, 35, 50, 45], false],
    ['sent nothing in one of the weeks either', 0, [90, 80, 0, 85], false],
    ['is known for one week only', 0, [400], false],
  ];
  for (const [what, seen, weeks, found] of rows)
    it(`${what}: ${found ? 'found' : 'not found'}`, () => {
      const silent = rulesOf(
        { ...traffic(0, 0), seen },
        weeks.map((each) => ({ ...traffic(0, 0), seen: each })),
      );
      expect(silent).to.deep.equal(found ? ['affiliate_silent'] : []);
    });

  const calls = (seen: number): Traffic => ({ ...traffic(0, 0), seen });
  const usual = four(calls(40));
  const later: readonly (readonly [what: string, second: Week | undefined, state: Alert['state']])[] = [
    ['it never calls in these hours', [calls(0), four(calls(0))], 'firing'],
    ['it was as silent a week before', [calls(0), [calls(0), ...usual.slice(1)]], 'firing'],
    ['it usually calls little', [calls(0), four(calls(2))], 'firing'],
    ['it calls once', [calls(1), usual], 'resolved'],
    ['it is switched off', undefined, 'resolved'],
  ];
  for (const [what, second, state] of later)
    it(`was silent, and later ${what}: ${state}`, () => {
      expect(afterwards([calls(0), usual], second)).to.deep.equal({ state, kept: state === 'firing' });
    });
});

/** A generator of chance that is the same in every run. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('false alarms of the traffic rules', () => {
  const chance = chanceOf(20_261_122);
  const hits = (of: number, rate: number): number => {
    let n = 0;
    for (let i = 0; i < of; i += 1) if (chance() < rate) n += 1;
    return n;
  };
  /** How many of these windows, of all sizes and rates, are told of. `drift`: by how much the rate wanders. */
  function alarmsIn(windows: number, drift: number): number {
    let alarms = 0;
    for (let window = 0; window < windows; window += 1) {
      const rate = 0.05 + 0.9 * chance();
      const size = Math.floor(2 + 150 * chance() ** 2);
      const some = (): Traffic => {
        const of = Math.floor(size * (0.5 + chance()));
        return traffic(of, hits(of, Math.min(1, rate * (1 - drift + 2 * drift * chance()))));
      };
      alarms += rulesOf(some(), [some(), some(), some(), some()]).length;
    }
    return alarms;
  }

  it('are none in 30,000 windows of a rate that stays the same, however small the samples', () => {
    expect(alarmsIn(30_000, 0)).to.equal(0);
  });

  it('are fewer than one in 2,000 where the rate wanders by a fifth up and down', () => {
    expect(alarmsIn(30_000, 0.2)).to.be.below(15);
  });

  it('and an outage of a usual size is nearly always found', () => {
    let found = 0;
    for (let window = 0; window < 500; window += 1) {
      const week = (): Traffic => traffic(80, hits(80, 0.5));
      found += rulesOf(traffic(80, hits(80, 0.1)), [week(), week(), week(), week()]).length;
    }
    expect(found).to.be.above(480);
  });
});
