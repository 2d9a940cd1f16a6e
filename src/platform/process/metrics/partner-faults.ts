import type { CountBuffer } from '../../redis/alerts/count-buffer.js';
import { Counter, type Registry } from 'prom-client';

/** Counts the problems in a partner's answers: results that were left out or cut, and remarks about other results. */
export type CountPartnerFaults = (offer: string, faults: number) => void;

const NAME = 'leadkeep_partner_result_faults_total';

export function partnerFaultCounter(
  metrics: Registry,
  happened: Pick<CountBuffer, 'count'>,
): CountPartnerFaults {
  const known = metrics.getSingleMetric(NAME) as Counter<'offer'> | undefined;
  const counter =
    known ??
    new Counter({
      name: NAME,
      help: "Faults in partners' answers to searches, by offer; the search's timeline names each",
      labelNames: ['offer'],
      registers: [metrics],
    });
  return (offer, faults) => {
    counter.inc({ offer }, faults);
    happened.count('partner-faults', offer, faults);
  };
}
