import { InvalidArgumentError, type Command } from 'commander';
import { certificatesOfCase } from '../../app/person/certificates-of-case.js';
import { journalStatus } from '../../app/person/journal-status.js';
import { replayJournal } from '../../app/person/replay-journal.js';
import { CASE, CASE_IN_WORDS } from '../../app/person/sought-person.js';
import { audited } from '../../app/audit/audited.js';
import { compact } from '../../core/catalogue/compact.js';
import { handlesIn } from '../../core/operators/names.js';
import { rangesOf } from '../../core/person/number-ranges.js';
import {
  againNotice,
  certificateAnswer,
  erasePerson,
  exportPerson,
  findPerson,
  listNotices,
  toldNotice,
} from '../../operator-api/handlers/persons.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { CliExit } from '../cli-exit.js';
import { countArgument } from '../parse-time.js';
import { printAnswer, printJson, renderDocument } from '../render/table.js';
import { withOperator, type Operator } from '../wiring/with-operator.js';

interface Options {
  readonly email?: string;
  readonly phone?: string;
  readonly case: string;
  readonly json?: boolean;
}
interface EraseOptions extends Options {
  readonly yes?: boolean;
  /** `--no-evidence` */
  readonly evidence: boolean;
}

const BEHIND = 1;

/** `leadkeep person …`: what a person may ask for, the buyers that are told of it, and the journal of erasures. */
export function addPerson(person: Command, cli: Cli): void {
  const withPersons = <T>(use: (operator: Operator) => Promise<T>) =>
    withOperator(cli, use, 'identities', 'redis');
  const print = (answer: object, json: boolean | undefined): void => {
    if (json) printJson(cli, answer);
    else cli.print(renderDocument(answer));
  };
  withPerson(person.command('export'))
    .description('print everything stored about a person, as JSON')
    .action(async (options: Options) => {
      printJson(cli, await withPersons(({ call }) => call(exportPerson, { body: wanted(options) })));
    });
  withPerson(person.command('erase'))
    .description('show what is stored about a person; with --yes, erase it')
    .option('--yes', 'erase; without it, nothing changes')
    .option('--no-evidence', 'also erase the evidence of consent, which you may have to keep')
    .option('--json', 'print JSON')
    .action(async ({ yes, evidence: keep_evidence, json, ...options }: EraseOptions) => {
      const body = wanted(options);
      if (yes !== true) {
        print(await withPersons(({ call }) => call(findPerson, { body })), json);
        cli.note('Nothing was erased: add --yes.');
        return;
      }
      const done = await withPersons(({ call }) => call(erasePerson, { body: { ...body, keep_evidence } }));
      print(done, json);
      if (done.tell_these_buyers.length > 0)
        cli.note('Tell them, and then mark it: leadkeep person notices, leadkeep person told NOTICE');
      if (!done.is_journaled)
        cli.note(
          'ERASURE_JOURNAL is not set: a backup that you restore brings the person back (docs/personal-rights.md).',
        );
    });
  person
    .command('certificate')
    .description("print a case's erasure certificates again, with their current state")
    .requiredOption('--case <number>', 'your own case number', caseArgument)
    .option('--json', 'print JSON')
    .action(async ({ case: of, json }: Options) => {
      const found = await withPersons(async ({ ports }) => {
        const catalogue = ports.catalogue.current();
        return certificatesOfCase(ports, of, { names: handlesIn(catalogue), catalogue });
      });
      const certificates = found.map(certificateAnswer);
      if (json) printJson(cli, { certificates });
      else cli.print(certificates.map(renderDocument).join('\n\n'));
    });
  person
    .command('journal-status')
    .description(
      'compare the journal of erasures with the database (exit code 1: the database lacks some; replay-journal does them again)',
    )
    .option('--json', 'print JSON')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const { sentences, ...status } = await withPersons(({ ports }) => journalStatus(ports));
      if (json) printJson(cli, { ...status, sentences });
      else {
        const { database, journal, redis } = status;
        cli.print(`Last erasure: database ${database}, journal ${journal ?? 'not set'}, Redis ${redis}.`);
        for (const sentence of sentences) cli.print(sentence);
      }
      if (status.is_behind) throw new CliExit(BEHIND);
    });
  person
    .command('replay-journal')
    .description('after restoring a backup: repeat the erasures in ERASURE_JOURNAL')
    .option('--lost', 'continue without the erasures that no journal has; erase those persons again yourself')
    .action(({ lost = false }: { readonly lost?: boolean }) =>
      withPersons((operator) => replay(cli, operator, lost)),
    );
  addNotices(person, cli);
}

const withPerson = (command: Command): Command =>
  command
    .option('--email <address>', "the person's e-mail address")
    .option('--phone <number>', "the person's phone number")
    .requiredOption('--case <number>', 'your own case number', caseArgument);

const wanted = ({ email, phone, case: of }: Options) => compact({ email, phone, case: of });

/** A number, so that nobody writes a person. */
function caseArgument(text: string): string {
  if (CASE.test(text)) return text;
  throw new InvalidArgumentError(`It must be ${CASE_IN_WORDS}.`);
}

/** Erases again what a restored backup brought back. */
async function replay(cli: Cli, { ports, audit }: Operator, goesOn: boolean): Promise<void> {
  const { journal, erasures } = ports;
  if (!journal && !goesOn)
    throw new CliError(
      'Set ERASURE_JOURNAL to the folder of your journal. If you have none, add --lost, and erase again those whom you erased since the backup',
    );
  const { count, busy, lost } = await audited(
    audit,
    { action: 'person.replay_journal', ...(goesOn ? { facts: { lost: true } } : {}) },
    async () => {
      const replayed = await replayJournal(ports, journal);
      if (goesOn) await erasures.giveUp(replayed.lost);
      return replayed;
    },
    (done) => ({ result: 'done', facts: { erasures: done.count, lost: rangesOf(done.lost) } }),
  );
  cli.print(`${count} erasures done again.`);
  if (busy.length > 0)
    cli.note(`The sweeper goes on with what could not be changed yet, when it runs: ${busy.join(', ')}`);
  if (lost.length === 0) return;
  const numbers = rangesOf(lost).join(', ');
  if (!goesOn)
    throw new CliError(
      `The journal lacks erasures ${numbers}, so no process is ready. Run this with the journal that has them; if nobody has one, add --lost`,
    );
  cli.note(`Nobody can do these erasures again: ${numbers}. Erase these persons again.`);
}

interface NoticeOptions {
  readonly all?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

/** `leadkeep person notices|told|tell-again`: the buyers that are told of revocations and erasures. */
function addNotices(person: Command, cli: Cli): void {
  person
    .command('notices')
    .description("list the buyers that haven't been notified of a revocation or an erasure")
    .option('--all', 'include buyers that were notified')
    .option('--limit <count>', 'how many', countArgument, 100)
    .option('--json', 'print JSON')
    .action(async ({ all, limit, json }: NoticeOptions) => {
      const values = { limit, ...(all ? {} : { state: 'open' as const }) };
      printAnswer(cli, await withOperator(cli, ({ call }) => call(listNotices, { values })), json, {
        lists: {
          notices: 'notice=id buyer reference case state tries_again=due_at last_answer told_by is_test',
        },
        none: 'Every buyer knows.',
      });
    });
  person
    .command('told <notice>')
    .description('record that you notified the buyer')
    .action(async (id: string) => {
      await withOperator(cli, ({ call }) => call(toldNotice, { body: { id } }));
      cli.print('Kept: the buyer was told.');
    });
  person
    .command('tell-again <notice>')
    .description('retry a notice that was given up')
    .action(async (id: string) => {
      await withOperator(cli, ({ call }) => call(againNotice, { body: { id } }));
      cli.print('It is sent within seconds.');
    });
}
