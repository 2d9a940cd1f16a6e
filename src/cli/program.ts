import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Cli } from './cli.js';
import { addAlerts } from './commands/alerts.js';
import { addApply } from './commands/apply.js';
import { addAuditLog } from './commands/audit-log.js';
import { addCampaign } from './commands/campaign.js';
import { addCaps } from './commands/caps.js';
import { addBooks } from './commands/books.js';
import { addCatalogue, addExport } from './commands/catalogue.js';
import { addChange } from './commands/change.js';
import { addCheck } from './commands/check.js';
import { addConsent } from './commands/consent.js';
import { addSecret } from './commands/secret.js';
import { addDestinations } from './commands/destinations.js';
import { addIdentitySecret } from './commands/identity-secret.js';
import { addDataKeys } from './commands/data-keys.js';
import { addKeys, addOperatorKeys } from './commands/keys.js';
import { addLedger } from './commands/ledger.js';
import { addLeadFind } from './commands/lead-find.js';
import { addLeadList } from './commands/lead-list.js';
import { addLeadRequests, addLeadReturn } from './commands/lead-return.js';
import { addLeadSettle } from './commands/lead-settle.js';
import { addLeadShow } from './commands/lead-show.js';
import { addLeadStage } from './commands/lead-stage.js';
import { addMigrate } from './commands/migrate.js';
import { addReport } from './commands/report.js';
import { addRetention } from './commands/retention.js';
import { addPerson } from './commands/person.js';
import { addPeriod } from './commands/period.js';
import { addSearchShow } from './commands/search-show.js';
import { addStages } from './commands/stages.js';
import { addStatement } from './commands/statement.js';
import { addSuppress } from './commands/suppress.js';
import { addSwitch } from './commands/switch.js';
import { addUsers } from './commands/users.js';
import { addTry } from './commands/try.js';
import { addWebhooks } from './commands/webhooks.js';

/** The version in the package.json beside the compiled files. */
function ownVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** Builds all commands. Running one throws usage errors as CommanderError, and other errors unchanged. */
export function createProgram(cli: Cli): Command {
  const program = new Command('leadkeep')
    .description(
      'Operate a Leadkeep installation: manage its catalogue and API keys, and see what happened to a lead.',
    )
    .version(ownVersion(), '--version', 'print the version of Leadkeep')
    .showHelpAfterError('(leadkeep help lists all commands)')
    .configureOutput({
      writeOut: (text) => {
        cli.print(text.trimEnd());
      },
      writeErr: (text) => {
        cli.note(text.trimEnd());
      },
    })
    .exitOverride();
  addMigrate(program, cli);
  addApply(program, cli);
  addTry(program, cli);
  addExport(program, cli);
  addCatalogue(program.command('catalogue').description('show and restore versions of the catalogue'), cli);
  addSwitch(program, cli, 'pause');
  addSwitch(program, cli, 'resume');
  addChange(program.command('change').description('show and end changes that end by themselves'), cli);
  addSecret(program.command('secret').description("store buyers' and partners' secrets"), cli);
  addCampaign(program.command('campaign').description('show affiliates how to post to a campaign'), cli);
  addKeys(program.command('key').description("manage affiliates' API keys"), cli);
  addOperatorKeys(program.command('operator-key').description('manage keys for the operator API'), cli);
  addUsers(program.command('user').description('manage people who sign in to the console'), cli);
  addSearchShow(program.command('search').description('show searches'), cli);
  addCheck(program, cli);
  addAuditLog(
    program.command('audit-log').description('who changed or saw what, and whether that record is intact'),
    cli,
  );
  addConsent(
    program.command('consent').description('what people agreed to, and that its record is intact'),
    cli,
  );
  addSuppress(program.command('suppress').description('who is not sold: the suppression list'), cli);
  addPerson(program.command('person').description('export and erase what is stored of a person'), cli);
  addRetention(program.command('retention').description('what is kept of persons, and for how long'), cli);
  addIdentitySecret(
    program.command('identity-secret').description('the secret that keys the hashes of persons'),
    cli,
  );
  addDataKeys(program.command('data-keys').description('the keys that seal personal data'), cli);
  addWebhooks(program.command('webhooks').description('what affiliates are told of their leads'), cli);
  addAlerts(program.command('alerts').description('what needs somebody, and who is told'), cli);
  addCaps(program, cli);
  addDestinations(program, cli);
  addReport(program, cli);
  addStages(program, cli);
  addLedger(program.command('ledger').description('check and rebuild the count behind the caps'), cli);
  const lead = program.command('lead').description('find, show, settle and return leads');
  addLeadShow(lead, cli);
  addLeadFind(lead, cli);
  addLeadList(lead, cli);
  addLeadSettle(lead, cli);
  addLeadReturn(lead, cli);
  addLeadStage(lead, cli);
  addLeadRequests(lead, cli);
  addBooks(
    program.command('books').description('show, list and adjust what buyers owe you and you owe affiliates'),
    cli,
  );
  addPeriod(program.command('period').description('list and close the months of the books'), cli);
  addStatement(program, cli);
  return program;
}
