import { leadReference } from '../../core/exchanges/about.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { keepEvidence } from '../consent/keep-evidence.js';
import { MissingDataKeyError } from '../outage.js';
import type { WorkLog } from '../ports/work-ports.js';
import { createFailures, eachSeparately } from '../each-separately.js';
import { runErasure, type ErasePorts } from './erase-person.js';
import { forgetNow } from './forget-now.js';

const BATCH = 100;

export type FinishPorts = ErasePorts & { readonly log: WorkLog };

/**
 * Ends erasures that were broken off, and removes persons whose leads were decided since. The sweeper calls it. No erasure
 * and no lead waits for another whose data key is not here.
 */
export async function finishErasures(
  ports: FinishPorts,
  failures = createFailures(ports.log),
): Promise<number> {
  const { erasures, leads } = ports;
  await ports.rememberNumber(await erasures.last());
  const unfinished = await erasures.unfinished();
  await eachSeparately(failures, unfinished, {
    what: 'ending an erasure',
    idOf: ({ number }) => `erasure-${number}`,
    async act(erasure) {
      const [key] = (await runErasure(ports, erasure)).lacks;
      if (key !== undefined) throw new MissingDataKeyError(key);
    },
  });
  const ripe = await leads.readMany(await erasures.ripe(ports.clock(), BATCH + failures.known()));
  await eachSeparately(failures, ripe, {
    what: 'removing the person of a lead',
    idOf: ({ id }) => `person-of-${id}`,
    act: (lead) => forgetRipe(ports, lead),
  });
  return unfinished.length + ripe.length;
}

async function forgetRipe(ports: ErasePorts, lead: LeadRecord): Promise<void> {
  const { erasures } = ports;
  await keepEvidence(ports, [lead]);
  // If this process is killed behind the next step, the sweeper looks at what is doubtful.
  await ports.exchanges.doubt([leadReference(lead.id)], ports.clock());
  await erasures.scrub([lead.id]);
  if (!(await forgetNow(ports, lead))) return;
  // What was told meanwhile.
  await erasures.scrub([lead.id]);
  await ports.exchanges.removeOf([leadReference(lead.id)]);
}
