import { InvalidArgumentError, type Command } from 'commander';
import { certificatesOfCase } from '../../app/person/certificates-of-case.js';
import { CASE, CASE_IN_WORDS } from '../../app/person/sought-person.js';
import type { Cli } from '../cli.js';
import { renderCertificate } from '../render/person.js';
import { withPersons } from '../wiring/with-persons-found.js';

interface Options {
  readonly case: string;
  readonly json?: boolean;
}

/** `leadkeep person certificate`: what was erased, printed again. It names nobody. */
export function addPersonCertificate(person: Command, cli: Cli): void {
  person
    .command('certificate')
    .description('print the certificates of the erasures of a case again, as the records are now')
    .requiredOption('--case <number>', 'your own number of the case', caseArgument)
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withPersons(cli.env, cli.clock, async (tools) => {
        const about = { names: tools.names, catalogue: tools.catalogue.current() };
        const found = await certificatesOfCase(tools, options.case, about);
        if (options.json === true) cli.print(JSON.stringify(found, null, 2));
        else cli.print(found.map(renderCertificate).join('\n\n'));
      }),
    );
}

/** A number, so that nobody writes a person. */
export function caseArgument(text: string): string {
  if (CASE.test(text)) return text;
  throw new InvalidArgumentError(`It must be ${CASE_IN_WORDS}.`);
}
