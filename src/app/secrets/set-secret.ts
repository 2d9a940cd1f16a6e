import type { ProcessReading } from '../../core/alerts/readings.js';
import type { CatalogueDocument } from '../../core/catalogue/document.js';
import { namedSecrets, SECRET_NAME } from '../../core/catalogue/named-secrets.js';
import { processesThatNeed } from '../../core/catalogue/secrets-needed.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import { isOutage } from '../outage.js';
import type { ProcessBoard } from '../ports/alert-sources.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { SecretStore, StoredSecret } from '../ports/secret-store.js';
import { currentDocument } from '../catalogue/compile-current.js';

export interface SecretPorts {
  readonly secrets: Pick<SecretStore, 'list' | 'set' | 'remove'>;
  /** Whether this is the name of a setting, which no catalogue can name. */
  readonly isSetting: (name: string) => boolean;
  readonly versions: Pick<CatalogueStore, 'current'>;
}

/** What somebody typed in. The value is never shown, logged or audited. */
export interface SecretInput {
  readonly name: string;
  readonly value: string;
  readonly by: string;
  readonly why: string | undefined;
  readonly now: Date;
  /** Until when callbacks signed with the value before are believed, too. */
  readonly keepUntil: Date | undefined;
}

/** Where it is known who has which secret. */
export interface SecretPlaces {
  readonly secrets: Pick<SecretStore, 'list'>;
  /** The processes that run, with the names of their files and variables. */
  readonly processes: Pick<ProcessBoard, 'list'>;
}

interface Held {
  readonly stored: ReadonlyMap<string, StoredSecret>;
  /** Undefined: nobody knows now. */
  readonly running: readonly ProcessReading[] | undefined;
}

export interface ListedSecret {
  readonly name: string;
  /** Absent: Leadkeep stores none of this name. */
  readonly stored?: StoredSecret;
  /** The entries of the catalogue in force that name it. */
  readonly named_by: readonly string[];
  /** Who has it as a file or variable, which wins over a stored one. */
  readonly own: readonly { readonly process: string; readonly from: 'file' | 'variable' }[];
  /** The kinds of processes that need it, where none has it. */
  readonly lacked_by: readonly string[];
}

/**
 * What is stored, what the catalogue names, and what processes have of their own, by name. `is_known`: false while nobody
 * can tell what processes have.
 */
export async function listSecrets(
  { versions, secrets, processes }: SecretPlaces & Pick<SecretPorts, 'versions'>,
  now: Date,
): Promise<{ readonly is_known: boolean; readonly secrets: readonly ListedSecret[] }> {
  const held = await readHeld({ secrets, processes }, now);
  const document = await currentDocument(versions);
  const [named, needed] = [namedSecrets(document), processesThatNeed(document)];
  const own = (held.running ?? []).flatMap(({ own_secrets }) => [
    ...(own_secrets?.files ?? []),
    ...(own_secrets?.variables ?? []),
  ]);
  const names = [...new Set([...held.stored.keys(), ...named.keys(), ...needed.keys(), ...own])].sort();
  const listed = names.map((name) => {
    const stored = held.stored.get(name);
    return {
      name,
      ...(stored && { stored }),
      named_by: named.get(name) ?? [],
      own: ownersOf(name, held.running ?? []),
      lacked_by: lackedBy(name, needed.get(name) ?? [], held),
    };
  });
  return { is_known: held.running !== undefined, secrets: listed };
}

/** A secret that a catalogue needs and that nobody has. */
export type MissingSecret = Pick<ListedSecret, 'name' | 'named_by' | 'lacked_by'>;

/** Those of a catalogue, by name. None while nobody can tell. */
export async function missingSecrets(
  places: SecretPlaces,
  document: CatalogueDocument,
  now: Date,
): Promise<MissingSecret[]> {
  const held = await readHeld(places, now);
  const named = namedSecrets(document);
  return [...processesThatNeed(document)]
    .map(([name, processes]) => ({
      ...{ name, named_by: named.get(name) ?? [] },
      lacked_by: lackedBy(name, processes, held),
    }))
    .filter(({ lacked_by }) => lacked_by.length > 0)
    .sort((a, b) => a.name.localeCompare(b.name));
}

async function readHeld({ secrets, processes }: SecretPlaces, now: Date): Promise<Held> {
  const [stored, running] = await Promise.all([
    secrets.list(),
    processes.list(now).catch((error: unknown) => {
      if (isOutage(error)) return undefined;
      throw error;
    }),
  ]);
  return { stored: new Map(stored.map((secret) => [secret.name, secret])), running };
}

/** Each kind of process once, even if several of it run. */
function ownersOf(name: string, running: readonly ProcessReading[]): ListedSecret['own'] {
  const owners = new Map<string, 'file' | 'variable'>();
  for (const { name: process, own_secrets } of running) {
    if (own_secrets?.variables.includes(name)) owners.set(process, owners.get(process) ?? 'variable');
    if (own_secrets?.files.includes(name)) owners.set(process, 'file');
  }
  return [...owners].sort().map(([process, from]) => ({ process, from }));
}

function lackedBy(name: string, needed: readonly string[], { stored, running }: Held): string[] {
  if (stored.has(name) || !running) return [];
  const has = ({ own_secrets: own }: ProcessReading): boolean =>
    !own || own.files.includes(name) || own.variables.includes(name);
  return needed.filter((kind) => !running.some((process) => process.name === kind && has(process)));
}

/** Stores a secret, or replaces it. Throws ActRefused if somebody else does at the same moment. */
export async function setSecret(
  { secrets, isSetting }: Pick<SecretPorts, 'secrets' | 'isSetting'>,
  audit: AuditPorts,
  input: SecretInput,
): Promise<void> {
  const { name, value, by, why, now, keepUntil } = input;
  if (!SECRET_NAME.test(name))
    throw new ActRefused(
      'invalid',
      'A name has at most 100 letters, digits and _, and begins with no digit',
      'name',
    );
  if (isSetting(name))
    throw new ActRefused('invalid', `${name} is a setting of Leadkeep, which no catalogue can name`, 'name');
  const isSet = await audited(
    audit,
    {
      ...{ action: 'secret.set', on: { kind: 'secret', ids: [name] }, why },
      ...(keepUntil && { after: { overlap_until: keepUntil.toISOString() } }),
    },
    () => secrets.set({ name, set_at: now, set_by: by }, value, keepUntil),
    (done) => (done ? { result: 'done' } : { result: 'refused', facts: { why: 'conflict' } }),
  );
  if (!isSet)
    throw new ActRefused(
      'conflict',
      'Somebody else set or removed it at the same moment; look before you set it again',
      'name',
    );
}

/** Removes a secret. Throws ActRefused if there is none, or if entries in use name it, unless `isForced`. */
export async function removeSecret(
  ports: Pick<SecretPorts, 'secrets' | 'versions'>,
  audit: AuditPorts,
  {
    name,
    why,
    isForced,
  }: { readonly name: string; readonly why: string | undefined; readonly isForced: boolean },
): Promise<void> {
  if (!(await ports.secrets.list()).some((one) => one.name === name))
    throw new ActRefused('unknown', `No secret ${name} is stored`, 'name');
  const namedBy = namedSecrets(await currentDocument(ports.versions)).get(name) ?? [];
  if (namedBy.length > 0 && !isForced)
    throw new ActRefused(
      'conflict',
      `It is in use: ${namedBy.slice(0, 5).join(', ')}. Without it their requests can't leave. Use force if a file or variable has it`,
      'name',
    );
  await audited(
    audit,
    { action: 'secret.remove', on: { kind: 'secret', ids: [name] }, why },
    () => ports.secrets.remove(name),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
}
