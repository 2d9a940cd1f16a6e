import { IDS } from '../../support/catalogue.js';
import { expect } from 'chai';
import {
  decidingPoint,
  pointsOf,
  movedIntent,
  otherPoints,
  soldIntent,
} from '../../../src/core/caps/reservation-points.js';
import type {
  AttemptOutcome,
  Intent,
  KeptPoint,
  ReservationPoint,
} from '../../../src/core/lead/lead-record.js';

const at = (time: string): Date => new Date(`2026-11-21T${time}:00Z`);
const [MORNING, NOON, EVENING, NIGHT] = [at('08:05'), at('12:05'), at('18:05'), at('23:05')];
const SUBMISSION = 2;

const kept = (moment: Date, attempts: number): KeptPoint => ({ at: moment, attempts, buyer_id: IDS.buyer });
const moment = (at: Date): ReservationPoint => ({ at, buyer_id: IDS.buyer });
const intentAt = (moment: Date, over: Partial<Intent> = {}): Intent => ({
  at: moment,
  submission: SUBMISSION,
  buyer_id: IDS.buyer,
  ...over,
});
/** A lead whose attempts ended so, in their order; those in `former` belong to the submission before. */
const lead = (intent: Intent | undefined, outcomes: readonly AttemptOutcome[], former = 0) => ({
  submission: SUBMISSION,
  ...(intent && { intent }),
  attempts: outcomes.map((outcome, i) => ({
    number: i + 1,
    submission: i < former ? SUBMISSION - 1 : SUBMISSION,
    outcome,
  })),
});

type Row = readonly [string, ReturnType<typeof lead>, readonly KeptPoint[] | undefined];

describe('an intent that moves on', () => {
  const twice = intentAt(EVENING, { kept: [kept(MORNING, 1), kept(NOON, 2)] });
  const once = intentAt(NOON, { kept: [kept(MORNING, 1)] });
  const rows: readonly Row[] = [
    ['had none', lead(undefined, []), undefined],
    ['had none, an attempt of the former submission is unknown', lead(undefined, ['unknown'], 1), undefined],
    ['was never tried', lead(intentAt(NOON), []), undefined],
    ['has an open attempt here', lead(intentAt(NOON), ['open']), [kept(NOON, 1)]],
    ['has an unknown attempt here', lead(intentAt(NOON), ['unknown']), [kept(NOON, 1)]],
    [
      'two attempts here, the first is unknown',
      lead(intentAt(NOON), ['unknown', 'never_sent']),
      [kept(NOON, 2)],
    ],
    [
      'has an attempt here of which its buyer said "later"',
      lead(intentAt(NOON), ['pending', 'never_sent', 'retry']),
      [kept(NOON, 3)],
    ],
    ...(['never_sent', 'accepted', 'rejected', 'duplicate', 'retry'] as const).map((outcome): Row => [
      `has an attempt here that is ${outcome}`,
      lead(intentAt(NOON), [outcome]),
      undefined,
    ]),
    ['an unknown attempt of the former submission', lead(intentAt(NOON), ['unknown'], 1), undefined],
    [
      'stood in the former submission, with what that kept',
      lead({ ...once, submission: SUBMISSION - 1 }, ['unknown', 'unknown']),
      undefined,
    ],
    ['had no room here', lead(intentAt(NOON, { not_reserved: true }), ['unknown']), undefined],
    [
      'had no room here, and keeps where it was tried',
      lead({ ...once, not_reserved: true }, ['unknown']),
      [kept(MORNING, 1)],
    ],
    [
      'keeps where it was tried, and here too',
      lead(once, ['unknown', 'open']),
      once.kept!.concat(kept(NOON, 2)),
    ],
    ['keeps where it was tried, here nothing left', lead(once, ['unknown', 'never_sent']), once.kept],
    ['there nothing left, here it was tried', lead(once, ['never_sent', 'unknown']), [kept(NOON, 2)]],
    ['keeps two', lead(twice, ['unknown', 'unknown']), twice.kept],
    ['of two the first alone', lead(twice, ['unknown', 'never_sent']), [kept(MORNING, 1)]],
    ['of two the second alone', lead(twice, ['never_sent', 'unknown']), [kept(NOON, 2)]],
    ['of two none', lead(twice, ['never_sent', 'never_sent']), undefined],
  ];
  for (const [name, one, keeps] of rows)
    it(`${name}: keeps ${keeps ? keeps.map(({ at: where }) => where.toISOString().slice(11, 16)).join(' and ') : 'nothing'}`, () => {
      expect(movedIntent(one, { at: NIGHT, buyer_id: IDS.buyer })).to.deep.equal({
        ...intentAt(NIGHT),
        ...(keeps && { kept: keeps }),
      });
    });

  it('counts nowhere before what it keeps', () => {
    const open = lead(intentAt(NOON), ['open']);
    expect(movedIntent(open, { at: MORNING, buyer_id: IDS.buyer })).to.deep.equal(
      intentAt(NOON, { kept: [kept(NOON, 1)] }),
    );
    expect(movedIntent(lead(intentAt(NOON), []), { at: MORNING, buyer_id: IDS.buyer })).to.deep.equal(
      intentAt(MORNING),
    );
  });

  it('belongs to the buyer that it moves to, and what it keeps to the one of then', () => {
    const open = lead(intentAt(NOON, { buyer_id: 'then' }), ['open']);
    expect(movedIntent(open, { at: NIGHT, buyer_id: 'now' })).to.deep.equal({
      ...{ at: NIGHT, buyer_id: 'now', submission: SUBMISSION },
      kept: [{ at: NOON, buyer_id: 'then', attempts: 1 }],
    });
  });
});

describe('where an accepted lead counts', () => {
  const once = intentAt(NOON, { kept: [kept(MORNING, 1)] });
  const twice = intentAt(EVENING, { kept: [kept(MORNING, 1), kept(NOON, 2)] });
  const rows: readonly [string, ReturnType<typeof lead>, Date | undefined][] = [
    ['nowhere without an intent', lead(undefined, []), undefined],
    ['nowhere without an intent, though one attempt is open', lead(undefined, ['open']), undefined],
    ['where it stands', lead(intentAt(NOON), ['accepted']), NOON],
    ['where it stands, which is where its open attempt was made', lead(intentAt(NOON), ['open']), NOON],
    ['where the open attempt was made', lead(once, ['open']), MORNING],
    ['where the earliest of two was made', lead(once, ['unknown', 'open']), MORNING],
    ['where the second was made, since the first never left', lead(once, ['never_sent', 'open']), NOON],
    ['where the one was made that its buyer said "later" of', lead(once, ['pending', 'never_sent']), MORNING],
    ['where it stands, when its buyer said "later" there', lead(once, ['never_sent', 'pending']), NOON],
    ['in the second kept moment', lead(twice, ['never_sent', 'unknown']), NOON],
    ['where it stands, since nothing else is unresolved', lead(twice, ['never_sent', 'rejected']), EVENING],
    [
      'in the last kept moment where there was no room here',
      lead({ ...twice, not_reserved: true }, []),
      NOON,
    ],
    [
      'in the one kept moment where there was no room here',
      lead({ ...once, not_reserved: true }, []),
      MORNING,
    ],
    ['where it stands when that is all there is', lead(intentAt(NOON, { not_reserved: true }), []), NOON],
    [
      'where its attempt was made, not in the last kept moment',
      lead({ ...twice, not_reserved: true }, ['unknown', 'unknown']),
      MORNING,
    ],
  ];
  for (const [name, one, where] of rows)
    it(name, () => {
      expect(decidingPoint(one)).to.deep.equal(where && moment(where));
      const sold = soldIntent(one);
      if (!where || where === one.intent?.at) expect(sold).to.deep.equal({});
      else expect(sold.intent?.at, 'the intent itself stays').to.equal(one.intent?.at);
    });

  it('is told by the quarter of an hour and its buyer', () => {
    const before = { at: MORNING, buyer_id: 'then', attempts: 1 };
    const intent = intentAt(NOON, { buyer_id: 'now', kept: [before] });
    const sold = { at: at('08:00'), buyer_id: 'then' };
    expect(soldIntent(lead(intent, ['unknown']))).to.deep.equal({ intent: { ...intent, sold } });
  });

  it('is elsewhere for another buyer at the same time', () => {
    const intent = intentAt(NOON, {
      ...{ buyer_id: 'now', kept: [{ at: NOON, buyer_id: 'then', attempts: 1 }] },
    });
    expect(soldIntent(lead(intent, ['unknown'])).intent?.sold?.buyer_id).to.equal('then');
  });
});

describe('the places of a lead', () => {
  const all = intentAt(EVENING, { kept: [kept(MORNING, 1), kept(NOON, 2)] });
  const others = (intent: Intent | undefined, but: ReservationPoint) =>
    otherPoints(lead(intent, []), but).map(({ at: where }) => where);

  it('are where it stands and what it keeps', () => {
    expect(pointsOf(all)).to.deep.equal([MORNING, NOON, EVENING].map(moment));
    expect(pointsOf({ ...all, not_reserved: true })).to.deep.equal([MORNING, NOON].map(moment));
    expect(pointsOf(intentAt(NOON, { buyer_id: 'b' }))).to.deep.equal([{ at: NOON, buyer_id: 'b' }]);
  });

  it('are given back beside the one that counts', () => {
    expect(others(undefined, { at: NOON, buyer_id: IDS.buyer })).to.deep.equal([]);
    expect(others(intentAt(NOON), { at: NOON, buyer_id: IDS.buyer })).to.deep.equal([]);
    expect(others(all, { at: NOON, buyer_id: IDS.buyer })).to.deep.equal([MORNING, EVENING]);
    expect(others(all, { at: EVENING, buyer_id: IDS.buyer })).to.deep.equal([MORNING, NOON]);
    expect(others(intentAt(NOON), { at: NOON, buyer_id: 'another' })).to.deep.equal([NOON]);
  });
});
