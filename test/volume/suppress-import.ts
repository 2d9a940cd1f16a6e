/**
 * Imports a suppression list of many lines of which three can't be read, while leads are sold: how long it takes, how much
 * memory, and how soon its last line is in force. It is not a part of `npm test`:
 *
 *   LINES=1000000 npm test -- test/volume/suppress-import.ts
 */
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Caller, noneDriven } from './personal/caller.js';
import { newTruth, valueOf } from './personal/truth.js';
import { openWorld, type World } from './personal/world.js';

const LINES = Number(process.env['LINES'] ?? 100_000);
const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const BAD = [Math.floor(LINES / 3), Math.floor(LINES / 2), LINES - 1];
const MAX_DELAY_MS = 5_000;
const MAX_MEMORY_MIB = 300;
/** Of numbers that nobody in `truth.ts` has. */
const FIRST = 7_000_000_000;

describe(`an import of ${LINES} lines`, function () {
  this.timeout(7_200_000);
  let world: World;
  before(async () => {
    world = await openWorld({ LOG_LEVEL: 'info' });
    await world.start('web', 'submit', 'sweeper');
  });
  after(() => world.close());

  it('names the three that it can not read, and the others are in force within seconds', async () => {
    const truth = newTruth(0);
    const file = `${world.files}/list.csv`;
    const out = createWriteStream(file);
    out.write('phone,name\n');
    for (let line = 2; line <= LINES; line += 1) {
      const value = BAD.includes(line)
        ? 'no number'
        : line === LINES
          ? valueOf(truth, 'phone')
          : String(FIRST + line);
      if (!out.write(`${value},"Nobody, at all"\n`)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'close');

    const began = performance.now();
    const args = [
      'suppress',
      'import',
      file,
      '--kind',
      'phone',
      '--reason',
      'Litigator',
      '--source',
      'a list',
    ];
    const child = spawn(process.execPath, [MAIN, ...args], { env: world.env });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => void said.push(bytes.toString()));
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, memoryOf(child.pid));
    }, 100);
    const [code] = (await once(child, 'close')) as [number];
    clearInterval(watch);
    const seconds = Math.round((performance.now() - began) / 1_000);
    const ended = performance.now();
    const caller = new Caller(world, noneDriven(), truth, 'suppressed');
    let answer = await caller.direct('accepts', {}, { headers: {} });
    if (answer.body['code'] === 'ACCEPTED') {
      await sleep(MAX_DELAY_MS - (performance.now() - ended));
      answer = await new Caller(world, caller.driven, truth, 'suppressed').direct(
        'echoes',
        {},
        { headers: {} },
      );
    }
    console.log(`      ${seconds} s, ${memory} MiB`);
    expect(answer.body['code']).to.equal('NOT_ELIGIBLE');
    expect(code).to.equal(1);
    const text = said.join('');
    for (const line of BAD) expect(text).to.contain(`line ${line}: it is no phone number`);
    expect(text).to.contain(`${LINES - 1 - BAD.length} values are on the list; 3 lines could not be read`);
    expect(memory).to.be.below(MAX_MEMORY_MIB);
  });
});

/** The most that the process ever had in memory, in MiB. */
function memoryOf(pid: number | undefined): number {
  try {
    return Math.round(
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024,
    );
  } catch {
    return 0;
  }
}
