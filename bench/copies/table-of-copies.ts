import Table from 'cli-table3';
import type { CopiesReport } from './measure-copies.js';

const TIMES = ['p50 ms', 'p99 ms', 'web ms', 'search ms', 'submit ms', 'sweeper ms', 'Redis ms'];
const HEAD = ['operation', 'of each', 'calls/s', ...TIMES, 'commands'];

/** The report as text: the CPU of a call by kind of process. */
export function tableOfCopies({ connections, measured }: CopiesReport): string {
  const table = new Table({
    head: HEAD,
    style: { head: [], border: [] },
    colAligns: HEAD.map((name) => (name === 'operation' ? 'left' : 'right')),
  });
  for (const {
    operation,
    copies,
    calls_per_second,
    p50_ms,
    p99_ms,
    cpu_ms,
    redis_ms,
    commands,
  } of measured) {
    const { web, search, submit, sweeper } = cpu_ms;
    const numbers = [p50_ms, p99_ms, web, search, submit, sweeper, redis_ms].map((value) => value.toFixed(2));
    table.push([operation, String(copies), calls_per_second.toFixed(0), ...numbers, commands.toFixed(1)]);
  }
  return `${table.toString()}\n${connections} calls in flight at each \`web\`; CPU of a call in milliseconds`;
}
