import Table from 'cli-table3';
import { PARTS } from '../copies/parts.js';
import { percent, together, type MeasuredSetup, type StubReport, type Used } from './measure-stub.js';

const CPU = [...PARTS.map((part) => `${part} ms`), 'together ms', 'ratio', 'Redis ms', 'stub ms'];
const HEAD = ['', 'processes', 'calls/s', 'p50 ms', 'p99 ms', ...CPU, 'commands', 'cores', 'other'];

const processesOf = ({ installations, copies }: MeasuredSetup): string =>
  installations === 1 ? `${copies} of each` : `${installations} times one of each`;

/** The report as text. The ratio is that to the first setup. */
export function tableOfStub({ latency_ms, measured }: StubReport): string {
  const table = new Table({
    head: HEAD,
    style: { head: [], border: [] },
    colAligns: HEAD.map((_, at) => (at < 2 ? 'left' : 'right')),
  });
  const [first] = measured;
  for (const operation of first?.operations.map(({ operation }) => operation) ?? []) {
    const alone = first?.operations.find((one) => one.operation === operation);
    for (const setup of measured) {
      const round = setup.operations.find((one) => one.operation === operation);
      if (!round || !alone) continue;
      const times = [round.calls_per_second, round.p50_ms, round.p99_ms].map((value) => value.toFixed(0));
      table.push([operation, processesOf(setup), ...times, ...cells(round, alone)]);
    }
  }
  for (const setup of measured)
    if (first) table.push(['idle second', processesOf(setup), '', '', '', ...cells(setup.idle, first.idle)]);
  return `${table.toString()}\nCPU of a call, or of an idle second; each answer of the stub takes ${latency_ms} ms`;
}

const cells = (used: Used, alone: Used): string[] => [
  ...PARTS.map((part) => used.cpu_ms[part].toFixed(2)),
  together(used).toFixed(2),
  (together(used) / together(alone)).toFixed(2),
  ...[used.redis_ms, used.stub_ms].map((value) => value.toFixed(2)),
  used.commands.toFixed(1),
  percent(used.busy),
  percent(used.other),
];
