import { expect } from 'chai';
import { createEvaluatorPool } from '../../../src/platform/mapping/evaluator-pool.js';
import type { MappingTask } from '../../../src/app/ports/mapping-evaluator.js';

const body = (source: string, input: object = { text: 'a'.repeat(40) + '!' }): MappingTask<'write'> => ({
  kind: 'write',
  source: `{ "made": ${source} }`,
  encoding: 'json',
  input,
});
const FINE = body('$length(text)');
const ENDLESS = '($f := function($x) { $f($x + 1) }; $f(1))';
const HOSTILE: readonly (readonly [what: string, source: string, fault: RegExp])[] = [
  [
    'recursion',
    '($f := function($x) { 1 + $f($x) }; $f(1))',
    /^body fails at "f": it calls itself too often \(D1011\)$/,
  ],
  ['a loop without end', ENDLESS, /^did not end within 1500 ms$/],
  [
    // JSONata makes a native regular expression of it, which backtracks.
    'the picture of a time that fits in very many ways',
    '$toMillis($pad("", 60, "1"), $join([1..20].("[D]1")) & "x")',
    /^did not end within 1500 ms$/,
  ],
  ['endless memory', '$pad("x", 500000000)', /^needs too much memory$|^did not end/],
  [
    'endless text',
    '($f := function($x) { $f($x & $x) }; $f(text))',
    /^needs too much memory$|^did not end|^body fails|calls itself/,
  ],
];

describe('evaluator pool', () => {
  const pool = createEvaluatorPool({ limitMs: 1_000, patientMs: 1_500 });
  /** For what ends by itself, whatever a busy machine takes for it. */
  const patient = createEvaluatorPool({ limitMs: 15_000 });
  after(() => Promise.all([pool.close(), patient.close()]));
  before(async () => {
    // Both processes of everybody's are started.
    await Promise.all([pool.run('warm', FINE), pool.run('warm', FINE)]);
  });

  it('evaluates in another process, which has no environment', async () => {
    expect(await patient.run('a', FINE)).to.deep.equal({ ok: true, value: '{"made":41}' });
    expect(await patient.run('a', body('$keys(process) & $keys(env)'))).to.deep.equal({
      ok: true,
      value: '{"made":""}',
    });
  });

  it('evaluates many at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, n) => patient.run(`o${n}`, body('n', { n }))),
    );
    expect(made).to.deep.equal(made.map((_, n) => ({ ok: true, value: `{"made":${n}}` })));
  });

  for (const [what, source, fault] of HOSTILE)
    it(`ends ${what}, and no other owner gets a fault for it`, async () => {
      const evaluator = fault.source.includes('did not end') ? pool : patient;
      const hostile = evaluator.run(what, body(source));
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, n) => evaluator.run(`other${n}`, FINE)),
      );
      const ended = await hostile;
      expect(ended).to.have.property('ok', false);
      expect(ended).to.have.property('fault').that.matches(fault);
      expect(others.every(({ ok }) => ok)).to.equal(true);
    });

  it('neither this process nor another owner waits for one that does not end', async () => {
    const order: string[] = [];
    const endless = createEvaluatorPool({ limitMs: 60_000 });
    const running = endless.run('endless', body(ENDLESS)).then(() => order.push('the endless one'));
    await Promise.all([1, 2].map((n) => endless.run(`other${n}`, FINE)));
    order.push('the others');
    await endless.close();
    await running;
    expect(order).to.deep.equal(['the others', 'the endless one']);
  });

  it('keeps an owner that ran away apart, and evaluates it all the same', async () => {
    const runaway = body(ENDLESS);
    await pool.run('again', runaway);
    const [fine] = await Promise.all([pool.run('again', FINE), pool.run('other', FINE)]);
    expect(fine).to.deep.equal({ ok: true, value: '{"made":41}' });
  });

  it('gives a fault once it is closed', async () => {
    const closing = createEvaluatorPool();
    const under = closing.run('a', body(ENDLESS));
    await closing.close();
    const fault = 'could not be evaluated: no process for it';
    expect(await under).to.deep.equal({ ok: false, fault, internal_fault: 'evaluator' });
    expect(await closing.run('a', FINE)).to.deep.equal({ ok: false, fault, internal_fault: 'evaluator' });
  });
});
