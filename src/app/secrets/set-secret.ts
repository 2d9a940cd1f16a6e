import { namedSecrets, SECRET_NAME } from '../../core/catalogue/named-secrets.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { SecretStore, StoredSecret } from '../ports/secret-store.js';
import { currentDocument } from '../catalogue/compile-current.js';

export interface SecretPorts {
  readonly secrets: Pick<SecretStore, 'list' | 'set' | 'remove'>;
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

export interface ListedSecret extends StoredSecret {
  /** The entries of the catalogue in force that name it. */
  readonly named_by: readonly string[];
}

/** What is stored, by name, and who uses it. */
export async function listSecrets({ secrets, versions }: SecretPorts): Promise<ListedSecret[]> {
  const named = namedSecrets(await currentDocument(versions));
  return (await secrets.list()).map((secret) => ({ ...secret, named_by: named.get(secret.name) ?? [] }));
}

/** Stores a secret, or replaces it. Throws ActRefused if somebody else does at the same moment. */
export async function setSecret(
  { secrets }: SecretPorts,
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
  ports: SecretPorts,
  audit: AuditPorts,
  {
    name,
    why,
    isForced,
  }: { readonly name: string; readonly why: string | undefined; readonly isForced: boolean },
): Promise<void> {
  const secret = (await listSecrets(ports)).find((one) => one.name === name);
  if (!secret) throw new ActRefused('unknown', `No secret ${name} is stored`, 'name');
  if (secret.named_by.length > 0 && !isForced)
    throw new ActRefused(
      'conflict',
      `It is in use: ${secret.named_by.slice(0, 5).join(', ')}. Without it their requests can't leave. Use force if a file or variable has it`,
      'name',
    );
  await audited(
    audit,
    { action: 'secret.remove', on: { kind: 'secret', ids: [name] }, why },
    () => ports.secrets.remove(name),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
}
