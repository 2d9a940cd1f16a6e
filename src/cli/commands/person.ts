import type { Command } from 'commander';
import { erasePerson, exportPerson, findPerson } from '../../app/person/act-on-persons.js';
import { soughtPerson, type SoughtPerson } from '../../app/person/sought-person.js';
import { namesUsed } from '../../core/catalogue/names-used.js';
import { auditPorts } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { renderCertificate, renderFound } from '../render/person.js';
import { addPersonCertificate, caseArgument } from './person-certificate.js';
import { addJournalStatus } from './person-journal-status.js';
import { addPersonNotices } from './person-notices.js';
import { addReplayJournal } from './person-replay-journal.js';
import { withPersons, type PersonTools } from '../wiring/with-persons-found.js';

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

/** `leadkeep person export|erase|replay-journal`: what a person may ask for. */
export function addPerson(person: Command, cli: Cli): void {
  withPerson(person.command('export'))
    .description('print all that is stored of a person, as JSON')
    .action((options: Options) =>
      withPersons(cli.env, cli.clock, async (tools) => {
        const audit = auditPorts(cli, tools.auditLog);
        const found = await exportPerson(tools, audit, sought(tools, options));
        const names = namesUsed(found, tools.names);
        cli.print(JSON.stringify({ case: options.case, at: cli.clock(), names, ...found }, null, 2));
      }),
    );
  withPerson(person.command('erase'))
    .description('show what is stored of a person, and with --yes erase it')
    .option('--yes', 'erase; without it nothing is changed')
    .option('--no-evidence', 'erase the evidence of consents too, which you may have to keep')
    .option('--json', 'print JSON')
    .action((options: EraseOptions) =>
      withPersons(cli.env, cli.clock, (tools) => erase(cli, tools, options)),
    );
  addPersonCertificate(person, cli);
  addJournalStatus(person, cli);
  addReplayJournal(person, cli);
  addPersonNotices(person, cli);
}

const withPerson = (command: Command): Command =>
  command
    .option('--email <address>', "the person's e-mail address")
    .option('--phone <number>', "the person's phone number")
    .requiredOption('--case <number>', 'your own number of the case', caseArgument);

async function erase(cli: Cli, tools: PersonTools, options: EraseOptions): Promise<void> {
  const [person, audit] = [sought(tools, options), auditPorts(cli, tools.auditLog)];
  if (options.yes !== true) {
    const found = await findPerson(tools, audit, person);
    cli.print(options.json === true ? JSON.stringify(found, null, 2) : renderFound(found, tools.names));
    cli.note('Nothing was erased: add --yes.');
    return;
  }
  const about = { names: tools.names, catalogue: tools.catalogue.current() };
  const certificate = await erasePerson(tools, audit, person, { no_evidence: !options.evidence, ...about });
  cli.print(options.json === true ? JSON.stringify(certificate, null, 2) : renderCertificate(certificate));
  if (!tools.journal)
    cli.note(
      'ERASURE_JOURNAL is not set: a backup that you restore brings the person back (docs/personal-rights.md).',
    );
}

const sought = ({ identities, auditLog }: PersonTools, options: Options): SoughtPerson =>
  soughtPerson(identities, auditLog, options);
