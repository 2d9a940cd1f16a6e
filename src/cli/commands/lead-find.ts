import { Option, type Command } from 'commander';
import { hashPart, identityFormsOf, type PartHashes } from '../../core/lead/identity.js';
import { clickKey } from '../../core/lead/tracking-keys.js';
import type { LeadFilter, LeadPage } from '../../app/ports/lead-overview.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Ended } from '../../app/audit/audited.js';
import type { AuditFacts } from '../../core/audit/audit-entry.js';
import { auditAct } from '../audit-act.js';
import type { Cli } from '../cli.js';
import { CliError } from '../cli-error.js';
import { MAX_AHEAD_MS } from '../lead-list-filter.js';
import { namesOf } from '../../core/catalogue/names-of.js';
import { renderLeadList } from '../render/lead-list.js';
import { maskLeadRecord } from '../../core/masking/mask-records.js';
import { withLeadkeepDatabase, type Database } from '../wiring/with-database.js';

interface Options {
  readonly email?: string;
  readonly phone?: string;
  readonly reference?: string;
  readonly requestId?: string;
  readonly clickId?: string;
  readonly subid?: string;
  readonly externalId?: string;
  readonly json?: boolean;
}

interface Looked {
  readonly leads: readonly LeadRecord[];
  readonly isCut: boolean;
}

/** The most leads that are shown for one person, reference, request id, click id, subid or external id. */
const MAX_OF_ONE = 200;

/** `leadkeep lead find`: finds leads by data that a caller on the phone knows. */
export function addLeadFind(lead: Command, cli: Cli): void {
  lead
    .command('find')
    .description('find leads by an e-mail address, a phone number, a click id, a reference, …')
    .option('--email <address>', 'of the person (needs IDENTITY_SECRET)')
    .option('--phone <number>', 'of the person (needs IDENTITY_SECRET)')
    .option('--reference <text>', "the buyer's reference for the lead")
    .option('--request-id <id>', 'of the call that submitted the lead, from an answer or a log')
    .option('--click-id <id>', 'gclid, fbclid, … or click_id of the lead (needs IDENTITY_SECRET)')
    .option('--subid <text>', 'subid, subid2, … or subid5 of the lead, exactly')
    .option('--external-id <text>', "the affiliate's own id of the lead, exactly")
    .addOption(new Option('--all', 'no longer needed: refused leads are always found').hideHelp())
    .option('--json', 'print JSON')
    .action(async (options: Options) => {
      const now = cli.clock();
      const parts = partsOf(options);
      const ofPerson = Object.keys(parts).length > 0;
      if (
        !ofPerson &&
        !['reference', 'requestId', 'clickId', 'subid', 'externalId'].some((name) => name in options)
      )
        throw new CliError(
          'Give --email, --phone, --reference, --request-id, --click-id, --subid or --external-id',
        );
      const { leads, names, isCut } = await withLeadkeepDatabase(cli.env, async (database) => {
        const isOfPerson = ofPerson || options.clickId !== undefined;
        // Before the log, so that a command with a wrong secret writes nothing.
        if (isOfPerson) await database.identities();
        const look = async (): Promise<Looked> => {
          const byIndex = await pagesOf(database, cli, options);
          const ofForms = ofPerson ? await leadsOfPerson(database, parts) : [];
          return {
            isCut: ofForms.length > MAX_OF_ONE || byIndex.some(({ next }) => next !== undefined),
            leads: [...ofForms.slice(0, MAX_OF_ONE), ...byIndex.flatMap((page) => page.leads)],
          };
        };
        // The other values name no person.
        const found = isOfPerson
          ? await auditAct(
              cli,
              database,
              { action: 'lead.find', facts: searchedFor(database, parts, options) },
              look,
              endOf,
            )
          : await look();
        const document = (await database.catalogue.current())?.document;
        return { leads: once(found.leads).map(maskLeadRecord), names: namesOf(document), isCut: found.isCut };
      });
      if (options.json === true) cli.print(JSON.stringify(leads, null, 2));
      else if (leads.length === 0) cli.print('No leads found.');
      else cli.print(renderLeadList(leads, names, now));
      if (isCut) cli.note(`More leads match; these are the newest ${MAX_OF_ONE}.`);
    });
}

/** The newest leads with the reference, request id, click id, subid or external id. */
async function pagesOf(
  database: Database,
  cli: Cli,
  { reference, requestId, clickId, subid, externalId }: Options,
): Promise<LeadPage[]> {
  const filters: Omit<LeadFilter, 'to'>[] = [];
  if (reference !== undefined) filters.push({ reference });
  if (requestId !== undefined) filters.push({ request_id: requestId.trim() });
  if (externalId !== undefined) filters.push({ external_id: externalId.trim() });
  if (subid !== undefined) filters.push({ subid: subid.trim() });
  if (clickId !== undefined) {
    const identities = await database.identities();
    filters.push({ click_key: clickKey(clickId.trim(), (text) => identities.keyedHash(text)) });
  }
  const to = new Date(cli.clock().getTime() + MAX_AHEAD_MS);
  return Promise.all(filters.map((filter) => database.overview.page({ to, ...filter }, MAX_OF_ONE)));
}

function partsOf({ email, phone }: Options): PartHashes {
  const parts: PartHashes = {};
  for (const [part, raw] of Object.entries({ email, phone }) as ['email' | 'phone', string | undefined][]) {
    if (raw === undefined) continue;
    const hash = hashPart(part, raw);
    if (hash === undefined) throw new CliError(`--${part} is not a value that a lead can have`);
    parts[part] = hash;
  }
  return parts;
}

/** What somebody searched for, as keyed hashes. The same person gives the same hashes. */
const searchedFor = (
  { auditLog }: Pick<Database, 'auditLog'>,
  { email, phone }: PartHashes,
  { clickId }: Options,
): AuditFacts => ({
  ...(email === undefined ? {} : { email_hash: auditLog.hashSearched('email', email) }),
  ...(phone === undefined ? {} : { phone_hash: auditLog.hashSearched('phone', phone) }),
  ...(clickId === undefined ? {} : { click_id_hash: auditLog.hashSearched('click_id', clickId.trim()) }),
});

const endOf = ({ leads }: Looked): Ended => ({
  result: 'done',
  facts: { found: new Set(leads.map(({ id }) => id)).size },
});

/** Finds leads by keyed hashes, one more than are shown. */
async function leadsOfPerson(database: Database, parts: PartHashes): Promise<LeadRecord[]> {
  const keys = (await database.identities()).keysToFind(identityFormsOf(parts)).map(({ key }) => key);
  return database.overview.byIdentity(keys, MAX_OF_ONE + 1);
}

/** Each lead once, newest first. */
const once = (leads: readonly LeadRecord[]): LeadRecord[] =>
  [...new Map(leads.map((lead) => [lead.id, lead])).values()].sort(
    (a, b) => b.received_at.getTime() - a.received_at.getTime(),
  );
