import { randomUUID } from 'node:crypto';
import { takeCallback } from '../../../src/app/callbacks/take-callback.js';
import { adjust } from '../../../src/app/money/adjust.js';
import { bookAll } from '../../../src/app/money/book-adjustments.js';
import { closeMonth } from '../../../src/app/money/close-month.js';
import { decideReturnRequest } from '../../../src/app/money/decide-request.js';
import { returnLead } from '../../../src/app/money/return-lead.js';
import { undoLeadReturn } from '../../../src/app/money/undo-return.js';
import { planFile } from '../../../src/app/lead-files/act-on-leads.js';
import { countStagesOfDays } from '../../../src/app/stages/count-stages.js';
import { recordStage, stageAct } from '../../../src/app/stages/record-stages.js';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import { createLeadOverview } from '../../../src/platform/mongo/stores/lead-overview.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import type { Act, AdjustAct, Blow, DecideAct, DecideReturnAct, ReturnAct, StageAct } from '../story/acts.js';
import { affiliateId, buyerId } from '../story/parties.js';
import { bargainOf } from '../story/planned-lead.js';
import type { Stage } from './open-stage.js';
import type { Lived } from './processes.js';
import { actAs } from './staff.js';

/** What became of an act: the outcome of its use case, with the rule where one refused it; or its process was struck. */
export type Outcome = string;

const outcomeOf = (lived: Lived<Outcome>): Outcome => (lived === 'struck' ? 'struck' : lived.ended);

/** Does one act with the product's own use cases. */
export async function doAct(stage: Stage, act: Act): Promise<Outcome> {
  switch (act.what) {
    case 'apply':
      return stage.apply(act.chapter).then(() => 'applied');
    case 'call_back':
      return callBack(stage, act);
    case 'settle':
      return settleOne(stage, act);
    case 'return':
      return returnOne(stage, act);
    case 'decide_return':
      return decideOne(stage, act);
    case 'stage':
      return reportStage(stage, act);
    case 'count_stages':
      return countStages(stage, act);
    case 'undo':
      return undoOne(stage, act);
    case 'adjust':
      return outcomeOf(
        await actAs(
          stage,
          'finance',
          {
            action: 'books.adjust',
            on: { kind: act.party.kind, ids: [act.party.handle] },
            ...{ why: act.why, facts: { cents: act.cents, reference: act.reference } },
          },
          () => adjustBooks(stage, act),
        ),
      );
    case 'close':
      return outcomeOf(
        await actAs(
          stage,
          'finance',
          { action: 'period.close', on: { kind: 'period', ids: [act.month] } },
          () => close(stage, act),
        ),
      );
    case 'sweep':
      return sweepOnce(stage, act);
    case 'wake':
      return `woke ${await stage.wakeAll()}`;
  }
}

async function callBack(stage: Stage, { lead, verdict }: DecideAct): Promise<Outcome> {
  const { said, n, id } = lead;
  const price = verdict === 'accepted' && said !== undefined ? { price_cents: said } : {};
  const taken = await takeCallback({ ...stage.ports, pause: () => Promise.resolve() }, id, {
    answer: { outcome: verdict, reference: `R-${n}`, ...price },
    ...{ submission: 1, detail: 'the answer rule', dedupe_key: `decided-${n}` },
  });
  return taken.outcome === 'refused' ? taken.why : taken.outcome;
}

async function settleOne(stage: Stage, { lead, verdict }: DecideAct): Promise<Outcome> {
  const ports = { leads: stage.leads, catalogue: stage.current(), clock: stage.clock };
  const [by, why] = [stage.staff.nameOf('operator'), 'the buyer was asked'];
  const settled = await actAs(
    stage,
    'operator',
    { action: 'lead.settle', on: { kind: 'lead', ids: [lead.id] }, why, facts: { verdict } },
    () => settleLead(ports, lead.id, { verdict, by, why }),
  );
  return 'why' in settled ? `${settled.outcome}: ${settled.why}` : settled.outcome;
}

async function returnOne(stage: Stage, act: ReturnAct): Promise<Outcome> {
  const { lead, reason: code, through, override } = act;
  const { leads, returns, clock } = stage;
  const request = {
    ...{ code, by: through === 'callback' ? 'callback' : stage.staff.nameOf('operator') },
    ...(through === 'callback' ? { mark: `returned-${lead.n}` } : {}),
    ...(override === undefined ? {} : { override: { why: override } }),
  };
  const run = () => returnLead({ leads, returns, catalogue: stage.current(), clock }, lead.id, request);
  const done =
    through === 'callback'
      ? await run()
      : await actAs(
          stage,
          'operator',
          {
            ...{ action: 'lead.return', on: { kind: 'lead', ids: [lead.id] }, why: override },
            facts: { code, override: override !== undefined },
          },
          run,
          ({ outcome }) => ({
            result: outcome === 'returned' || outcome === 'requested' ? 'done' : 'refused',
          }),
        );
  return done.outcome === 'refused' ? done.rule : done.outcome;
}

async function decideOne(stage: Stage, { lead, outcome }: DecideReturnAct): Promise<Outcome> {
  const { leads, returns, clock } = stage;
  const [by, why] = [stage.staff.nameOf('operator'), 'the buyer was asked'];
  const done = await actAs(
    stage,
    'operator',
    { action: 'lead.return_decide', on: { kind: 'lead', ids: [lead.id] }, why, facts: { outcome } },
    () =>
      decideReturnRequest({ leads, returns, catalogue: stage.current(), clock }, lead.id, {
        outcome,
        by,
        why,
      }),
  );
  return done.outcome === 'refused' ? done.why : done.outcome;
}

/** Stages are taken for longer than the story lasts. */
const STAGE_DAYS = 400;

/** By callback, or in a file with the one row. */
async function reportStage(stage: Stage, act: StageAct): Promise<Outcome> {
  const { lead, stage: code, on, value_cents, through, is_refused, by_buyer } = act;
  const id = is_refused === 'unknown' ? randomUUID() : lead.id;
  const { leads, stages, clock } = stage;
  const ports = { leads, stages, clock, catalogue: stage.current(), stageDays: STAGE_DAYS };
  const buyer_id = buyerId(by_buyer ?? bargainOf(lead).buyer);
  if (through === 'callback') {
    const report = { stage: code, on, ...(value_cents !== undefined && { value_cents }) };
    return (await recordStage(ports, id, { ...report, source: through, by: through }, { buyer_id })).outcome;
  }
  const byFile = stageAct(ports, { by: stage.staff.nameOf('operator'), buyer_id });
  const value = value_cents === undefined ? '' : (value_cents / 100).toFixed(2);
  const text = `id,stage,on,value\n${id},${code},${on ?? 'withdrawn'},${value}\n`;
  const overview = createLeadOverview(stage.connection);
  const { planned, faults } = await planFile(byFile, { leads, overview }, { text });
  const [plan] = planned;
  if (!plan) return faults.length === 1 ? 'refused' : `${faults.length} faults`;
  if (plan.foreseen.outcome === 'already') return 'already';
  const { outcome, text: said } = await byFile.act(plan);
  return outcome === 'done' ? 'recorded' : said;
}

/** Only the first one is struck. */
async function countStages(
  stage: Stage,
  { counters, blow }: Act & { what: 'count_stages' },
): Promise<Outcome> {
  const count = (struck?: Blow): Promise<Lived<unknown>> =>
    stage.live((life) => countStagesOfDays({ ...stage.portsOf(life), newId: randomUUID }), struck);
  const [first] = await Promise.all([count(blow), ...(counters === 2 ? [count()] : [])]);
  return first === 'struck' ? 'struck' : 'counted';
}

async function undoOne(stage: Stage, { lead, why }: Act & { what: 'undo' }): Promise<Outcome> {
  const by = stage.staff.nameOf('operator');
  const done = await actAs(
    stage,
    'operator',
    { action: 'lead.return_undo', on: { kind: 'lead', ids: [lead.id] }, why },
    () => undoLeadReturn(stage, lead.id, { by, why }),
  );
  return done.outcome === 'refused' ? done.why : done.outcome;
}

function adjustBooks(stage: Stage, act: AdjustAct): Promise<Lived<Outcome>> {
  const { party, cents, reference, why, happened, lead, dies } = act;
  const blow: Blow = { step: 'adjustments.add', when: 'after', how: 'dies' };
  const id = party.kind === 'buyer' ? buyerId(party.handle) : affiliateId(party.handle);
  return stage.live(
    async (life) => {
      const ports = { ...stage.ports, ...stage.portsOf(life) };
      const done = await adjust(
        { ...ports, bookPending: () => bookAll(ports) },
        {
          party: { ...party, id, name: party.handle },
          ...{ cents, reference, why, by: stage.staff.nameOf('finance'), configured: stage.current().books },
          ...(happened ? { at: happened } : {}),
          ...(lead ? { lead_id: lead.id } : {}),
        },
      );
      return done.outcome === 'refused' ? done.why : done.outcome;
    },
    dies ? blow : undefined,
  );
}

const close = (stage: Stage, { month, dies }: Act & { what: 'close' }): Promise<Lived<Outcome>> =>
  stage.live(async (life) => {
    const ports = { ...stage.ports, ...stage.portsOf(life) };
    const closed = await closeMonth(
      {
        ...ports,
        catalogue: stage.versions,
        bookPending: () => bookAll(ports),
        pause: () => Promise.resolve(),
      },
      { month, by: stage.staff.nameOf('finance'), waitMs: 10_000, onWaiting: () => undefined },
    );
    return closed.outcome === 'refused' ? closed.why : closed.outcome;
  }, dies);

/** The first of the sweepers is struck. Workers then run the jobs that the sweepers added. */
async function sweepOnce(stage: Stage, { sweepers, blow }: Act & { what: 'sweep' }): Promise<Outcome> {
  const run = (struck?: Blow): Promise<Lived<unknown>> =>
    stage.live((life) => sweep({ ...stage.ports, ...stage.portsOf(life) }), struck);
  const [first] = await Promise.all([run(blow), ...(sweepers === 2 ? [run()] : [])]);
  await stage.runJobs();
  return first === 'struck' ? 'struck' : 'swept';
}
