import { open, type FileHandle } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { importList } from '../../app/suppression/import-list.js';
import { checkedTerms } from '../../app/suppression/suppress.js';
import { SUPPRESSED_BY, type SuppressedBy } from '../../core/suppression/forms.js';
import { audited } from '../../app/audit/audited.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { countArgument } from '../parse-time.js';
import { decoderOf } from '../read-sources.js';
import { withOperator } from '../wiring/with-operator.js';
import { termsOf, withTerms, type TermOptions } from '../suppression-terms.js';

interface Options extends TermOptions {
  readonly kind: SuppressedBy;
  readonly fromLine: number;
}

const SAY_EVERY_LINES = 100_000;

const MORE = `
The file has one value on each line: what follows a comma, a semicolon or a tab is ignored, and so is a heading.
Files of the national do-not-call registry (--kind phone) are read as they are: 608,5550142. In a list of changes, A
adds a number, and D takes off what files with the same --source added.
A line that can't be read is named; all others are taken. An import that was stopped may be run again from its
beginning, which changes nothing, or from the line that it named.`;

/** `leadkeep suppress import FILE`. */
export function addSuppressImport(group: Command, cli: Cli): void {
  withTerms(
    group
      .command('import')
      .description('add the values in a file to the list')
      .argument('<file>', 'a text file or CSV')
      .addOption(
        new Option('--kind <kind>', 'what kind of values (or hashes) it has')
          .choices(SUPPRESSED_BY)
          .makeOptionMandatory(),
      )
      .option('--from-line <number>', 'begin at this line', countArgument, 1),
  )
    .addHelpText('after', MORE)
    .action((file: string, options: Options) => run(cli, file, options));
}

async function run(cli: Cli, file: string, options: Options): Promise<void> {
  const handle = await open(file).catch(() => {
    throw new CliError(`${file} can't be read`);
  });
  let done = options.fromLine - 1;
  try {
    const imported = await withOperator(
      cli,
      async ({ ports, audit }) => {
        const terms = checkedTerms(termsOf(cli, ports, options));
        const facts = { kind: options.kind, scope: terms.scope.of, source: terms.source };
        return audited(
          audit,
          { action: 'suppression.import', why: terms.reason, facts },
          () =>
            importList(ports, linesOf(file, handle), {
              ...{ by: options.kind, terms, from_line: options.fromLine },
              stored(line) {
                const isMark = Math.floor(line / SAY_EVERY_LINES) > Math.floor(done / SAY_EVERY_LINES);
                done = line;
                if (isMark) cli.note(`line ${line}`);
              },
            }),
          ({ taken, removed, faulty }) => ({ result: 'done', facts: { taken, removed, faulty } }),
        );
      },
      'identities',
    );
    for (const { line, fault } of imported.faults) cli.note(`line ${line}: ${fault}`);
    if (imported.faulty > imported.faults.length)
      cli.note(`… and ${imported.faulty - imported.faults.length} more lines`);
    const removed = imported.removed === 0 ? '' : `${imported.removed} are taken off it; `;
    cli.print(
      `${imported.taken} values are on the list; ${removed}${imported.faulty} lines could not be read.`,
    );
    if (imported.faulty > 0)
      throw new CliError('Correct these lines and import them alone; all others are on the list');
  } catch (error) {
    if (!(error instanceof CliError) && done >= options.fromLine)
      cli.note(`All lines up to ${done} are on the list: go on with --from-line ${done + 1}`);
    throw error;
  } finally {
    await handle.close();
  }
}

/** A longer line is no line of a list. */
const LONGEST_LINE = 1024 * 1024;

/** The lines of a file in UTF-8 or UTF-16, which may be longer than memory. */
async function* linesOf(file: string, handle: FileHandle): AsyncGenerator<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  const decoder = decoderOf(file, buffer.subarray(0, bytesRead));
  let rest = '';
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false })) {
    // A CR at the end may be half of a line break.
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split(/\r\n|\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new CliError(`${file} has a line of over 1 MiB, so it is no list`);
    yield* lines;
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}
