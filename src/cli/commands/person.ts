import { InvalidArgumentError, type Command } from 'commander';
import { beginErasure, replayJournal, runErasure } from '../../app/person/erase-person.js';
import { exportPerson, findPersonRecords } from '../../app/person/find-person.js';
import { formerForms, hashPart, identityFormsOf, type PartHashes } from '../../core/lead/identity.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { certificateOf, renderCertificate, renderFound } from '../render/person.js';
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
        const { keys, facts } = sought(tools, options);
        const found = await auditAct(cli, tools, { action: 'person.export', facts }, () =>
          exportPerson(tools, keys),
        );
        cli.print(JSON.stringify({ case: options.case, at: cli.clock(), ...found }, null, 2));
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
  person
    .command('replay-journal')
    .description('after a backup was restored: erase again what ERASURE_JOURNAL has')
    .action(() =>
      withPersons(cli.env, cli.clock, async (tools) => {
        const { journal } = tools;
        if (!journal) throw new CliError('Set ERASURE_JOURNAL to the folder of your journal');
        const count = await auditAct(cli, tools, { action: 'person.replay_journal' }, () =>
          replayJournal(tools, journal),
        );
        cli.print(`${count} erasures done again.`);
      }),
    );
}

const withPerson = (command: Command): Command =>
  command
    .option('--email <address>', "the person's e-mail address")
    .option('--phone <number>', "the person's phone number")
    .requiredOption('--case <number>', 'your own number of the case', caseArgument);

async function erase(cli: Cli, tools: PersonTools, options: EraseOptions): Promise<void> {
  const { keys, facts } = sought(tools, options);
  const found = await auditAct(
    cli,
    tools,
    { action: options.yes === true ? 'person.erase' : 'lead.find', facts },
    async () => {
      const person = await findPersonRecords(tools, keys);
      if (options.yes !== true) return { person };
      const { lead_ids, search_ids } = person;
      const wanted = { case: options.case, at: cli.clock(), lead_ids, search_ids, keys };
      const erasure = await beginErasure(tools, tools.journal, { ...wanted, no_evidence: !options.evidence });
      return { person, done: { erasure, erased: await runErasure(tools, erasure) } };
    },
  );
  const { person, done } = found;
  if (!done) {
    if (options.json === true) cli.print(JSON.stringify(person, null, 2));
    else cli.print(renderFound(person, tools.names));
    cli.note('Nothing was erased: add --yes.');
    return;
  }
  const certificate = certificateOf(done.erasure, done.erased, person, tools.names);
  cli.print(options.json === true ? JSON.stringify(certificate, null, 2) : renderCertificate(certificate));
  if (!tools.journal)
    cli.note(
      'ERASURE_JOURNAL is not set: a backup that you restore brings the person back (docs/personal-rights.md).',
    );
}

/** The keyed hashes to look for, and what the audit log has of it. */
function sought(
  { identities, auditLog }: Pick<PersonTools, 'identities' | 'auditLog'>,
  { email, phone, case: of }: Options,
) {
  if (email === undefined && phone === undefined) throw new CliError('Give --email, --phone, or both');
  const parts: PartHashes = {};
  for (const [part, raw] of [
    ['email', email],
    ['phone', phone],
  ] as const) {
    if (raw === undefined) continue;
    const hex = hashPart(part, raw);
    if (hex === undefined) throw new CliError(`--${part} is not a value that a lead can have`);
    parts[part] = hex;
  }
  const hashes = Object.entries(parts).map(
    ([part, hex]) => [`${part}_hash`, auditLog.hashSearched(part as 'email' | 'phone', hex)] as const,
  );
  return {
    keys: identities.keysOf([...identityFormsOf(parts), ...formerForms(email)]).map(({ key }) => key),
    facts: { case: of, ...Object.fromEntries(hashes) },
  };
}

/** A number, so that nobody writes a name. */
function caseArgument(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._/#-]{0,49}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a number of up to 50 letters, digits and . _ / # -');
}
