import { CLOCK_WARN_MS, clockState, clockWords, worstOf } from '../../clock-difference.js';
import type { Subject } from '../finding.js';
import type { ProcessReading } from '../readings.js';
import { rule } from '../rule.js';

export const clockWrong = rule({
  name: 'clock_wrong',
  needs: 'processes',
  find: (processes) =>
    [...new Set(processes.map(({ name }) => name))].flatMap((name) => {
      const clocks = processes.flatMap((one) => (one.name === name ? clockOf(one) : []));
      const worst = worstOf(clocks);
      if (!worst) return [];
      const others = clocks.length > 1 ? ` (and ${clocks.length - 1} more)` : '';
      const isWrong = clockState(worst.ms) === 'wrong';
      const then = isWrong ? 'it takes no work until its clock is right' : 'set it right';
      return {
        severity: isWrong ? ('urgent' as const) : ('soon' as const),
        subject: { kind: 'process', id: name, name } satisfies Subject,
        count: clocks.length,
        sentence: `The clock of ${name} on ${worst.host}${others} is ${clockWords(worst)}: ${then}.`,
        value: Math.abs(Math.round(worst.ms)),
        threshold: CLOCK_WARN_MS,
        unit: 'ms' as const,
      };
    }),
});

const clockOf = ({ clock }: ProcessReading) => (clock && clockState(clock.ms) !== 'right' ? [clock] : []);
