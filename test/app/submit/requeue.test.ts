import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import { requeueInterrupted, requeueLeads } from '../../../src/app/submit/requeue.js';
import { takeLease } from '../../../src/app/submit/run.js';
import { enter, enterOrWait, release } from '../../../src/app/destination-gate/ask-gate.js';
import { deliveryDestination } from '../../../src/core/destination-gate/destination.js';
import { testOffer } from '../../support/catalogue.js';
import { AWAY, awayWorld, BAD, later, run, thrown } from './away-world.js';

describe('a run that an outage ended', () => {
  it('is requeued at once: evaluated again in five to ten seconds', async () => {
    const { ports, told, unfinished } = awayWorld();
    await requeueInterrupted(ports, run('a'), AWAY);
    expect(told).to.deep.equal([{ names: ['a'], due_at: later(7_500) }]);
    expect(unfinished.all()).to.deep.equal([]);
  });

  it('is remembered while the database is away, and requeued once', async () => {
    const { ports, unfinished, logged } = awayWorld({ requeue: () => Promise.reject(AWAY) });
    await requeueInterrupted(ports, run('a'), AWAY);
    expect(unfinished.all()).to.deep.equal([run('a')]);
    expect(logged).to.have.length(1);
    expect(await thrown(requeueLeads(ports))).to.equal(AWAY);
    const back = awayWorld();
    await requeueLeads({ ...back.ports, unfinished });
    await requeueLeads({ ...back.ports, unfinished });
    expect(back.told.map(({ names }) => names)).to.deep.equal([['a']]);
  });

  it('is none where another fault ended it, and a fault of requeueing is thrown', async () => {
    const { ports, told, unfinished } = awayWorld();
    await requeueInterrupted(ports, run('a'), BAD);
    expect([told, unfinished.all()]).to.deep.equal([[], []]);
    expect(
      await thrown(
        requeueInterrupted(awayWorld({ requeue: () => Promise.reject(BAD) }).ports, run('a'), AWAY),
      ),
    ).to.equal(BAD);
  });

  it('is requeued with 199 others in a command', async () => {
    const { ports, told, unfinished } = awayWorld();
    for (let i = 0; i < 200; i += 1) unfinished.keep(run(`${i}`));
    await requeueLeads(ports);
    expect(told.map(({ names }) => names.length)).to.deep.equal([200]);
    for (let i = 0; i < 201; i += 1) unfinished.keep(run(`${i}`));
    await requeueLeads(ports);
    expect(told.slice(1).map(({ names }) => names.length)).to.deep.equal([200, 1]);
  });

  it('whose taking may still land is requeued once more, a minute later', async () => {
    const { ports, told, unfinished, pass } = awayWorld({ take: () => Promise.reject(AWAY) });
    const take = { id: 'l', submission: 1 };
    expect(await thrown(takeLease(ports, take))).to.equal(AWAY);
    expect(unfinished.all()).to.deep.include({
      ...run(unfinished.all()[0]!.by),
      id: 'l',
      write_may_commit_until: later(60_000),
      requeued: true,
    });
    await requeueLeads(ports);
    pass(59_999);
    await requeueLeads(ports);
    expect(told, 'not before').to.have.length(1);
    pass(1);
    await requeueLeads(ports);
    expect(told).to.have.length(2);
    expect(unfinished.all()).to.deep.equal([]);
  });

  it('is requeued before its lead is taken again, and no other is', async () => {
    const { ports, told, unfinished } = awayWorld();
    for (const one of [
      run('mine', { id: 'l' }),
      run('other'),
      run('done', { id: 'l', requeued: true, write_may_commit_until: later(1) }),
    ])
      unfinished.keep(one);
    expect(await takeLease(ports, { id: 'l', submission: 1 })).to.equal(null);
    expect(told.map(({ names }) => names)).to.deep.equal([['mine']]);
  });

  it('keeps its process from taking more than it can remember', async () => {
    const { ports, unfinished } = awayWorld();
    for (let i = 0; i < 300; i += 1) unfinished.keep(run(`${i}`));
    const error = await thrown(takeLease(ports, { id: 'l', submission: 1 }));
    expect(error).to.be.instanceOf(OutageError);
    expect(String((error as Error).cause)).to.match(/too many leads/);
  });
});

describe('the gate of a destination, without Redis', () => {
  const ask = (fault: Error, over: object = {}) => {
    const { ports, logged } = awayWorld();
    const gate = { ...ports.gate, enter: () => Promise.reject(fault), release: () => Promise.reject(fault) };
    const destination = deliveryDestination(testOffer({ delivery: { ...testOffer().delivery, ...over } }));
    return {
      asked: () => enter({ ...ports, gate }, destination, 'p'),
      askedOrHeld: () => enterOrWait({ ...ports, gate }, destination, 'p'),
      told: () => release({ ...ports, gate }, destination, 'p', 'unused'),
      logged,
    };
  };

  it('is open where nobody set a limit, else it breaks off a run, and holds what is no run for a second', async () => {
    const wait = { outcome: 'wait', why: 'throttled', for_ms: 1_000 };
    for (const limit of [{ max_in_flight: 1 }, { throttle: { per_minute: 1 } }]) {
      expect(await thrown(ask(AWAY, limit).asked())).to.equal(AWAY);
      expect(await ask(AWAY, limit).askedOrHeld()).to.deep.equal(wait);
    }
    expect(await ask(AWAY).asked()).to.deep.equal({ outcome: 'go' });
    expect(await ask(AWAY).askedOrHeld()).to.deep.equal({ outcome: 'go' });
    await ask(AWAY).told();
  });

  it('hides no other fault, but what it does behind an answer never undoes it', async () => {
    expect(await thrown(ask(BAD).asked())).to.equal(BAD);
    expect(await thrown(ask(BAD).askedOrHeld())).to.equal(BAD);
    const { told, logged } = ask(BAD);
    await told();
    expect(logged).to.deep.equal(['the gate could not be told']);
  });
});
