import { expect } from 'chai';
import type { MappingEvaluator } from '../../../src/app/ports/mapping-evaluator.js';
import { runTask } from '../../../src/platform/mapping/run-task.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { localDestinations } from '../../platform/outbound/fixtures.js';
import { json, replyServer } from '../../platform/outbound/reply-server.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const inline: MappingEvaluator = { run: (_owner, task) => runTask(task), close: () => Promise.resolve() };

/** Ann's lead to an offer with this mapping, over the real client. */
function set(mapping: object) {
  const { delivery } = testCatalogue().offers.get(IDS.shared)!;
  const work = fakeWork(
    testCatalogue({ offers: { [IDS.shared]: { delivery: { ...delivery, ...mapping } } } }),
  );
  const destinations = localDestinations({}, inline);
  const lead = testLead();
  work.leads.all.set(lead.id, lead);
  return {
    pass: work.pass,
    close: () => destinations.close(),
    now: () => work.leads.all.get(lead.id)!,
    run: () =>
      runSubmit({ ...work.ports, destinations }, { lead_id: lead.id, submission: 1, request_id: 'r' }),
  };
}

describe('mapping faults', () => {
  it('send nothing, are named in the timeline without the lead, and end as a failed delivery', async () => {
    const work = set({ body: '{\n  "age": $number(lead.personal.first_name)\n}', window_ms: 5_000 });
    await work.run();
    expect(work.now().state).to.equal('waiting');
    const detail = 'mapping: body fails in line 2 at "number": a value is not a number (D3030)';
    expect(work.now().attempts[0]).to.include({ outcome: 'never_sent', detail });
    expect(work.now().timeline.find(({ what }) => what === 'answered')?.reason).to.include({ detail });
    expect(JSON.stringify(work.now().timeline)).to.not.contain('Ann');
    work.pass(10_000);
    await work.run();
    expect(work.now()).to.have.nested.property('decision.code', 'DELIVERY_FAILED');
    await work.close();
  });

  it('of an answer make the lead unknown, and name the rule', async () => {
    const server = await replyServer();
    server.reply = json({ score: 'Ann' });
    const answers = [
      { when: 'body.score > 5', outcome: 'rejected' },
      { when: 'status = 200', outcome: 'accepted' },
    ];
    const work = set({ url: server.url, insecure_http: true, answers });
    await work.run();
    expect(work.now().state).to.equal('unknown');
    expect(work.now().attempts[0]).to.include({
      outcome: 'unknown',
      status: 200,
      detail: 'answer: rule 1 fails at ">": a value has the wrong type (T2009)',
    });
    expect(JSON.stringify(work.now().timeline)).to.not.contain('Ann');
    await work.close();
    await server.close();
  });
});
