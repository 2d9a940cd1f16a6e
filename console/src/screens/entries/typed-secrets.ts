import { useSyncExternalStore } from 'react';
import type { FormField } from '../../../../src/core/catalogue/entry-form.js';
import { secretNamesIn } from '../../../../src/core/catalogue/named-secrets.js';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { useSecretList } from '../../parts/set-secret';
import { asGroup, asList, asText, type FieldFault, type Group } from './values';

type Secret = components['schemas']['SecretList']['secrets'][number];

/**
 * Secrets that somebody types into a form, by name, until the form is saved. They are in this page's memory alone: what a
 * form keeps for somebody who comes back has only their names.
 */
let typed: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, string>): void {
  typed = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTypedSecrets = (): ReadonlyMap<string, string> =>
  useSyncExternalStore(subscribe, () => typed);

/** An empty value: nothing is typed. */
export function typeSecret(name: string, value: string): void {
  const next = new Map(typed);
  if (value === '') next.delete(name);
  else next.set(name, value);
  set(next);
}

export const forgetTypedSecrets = (): void => {
  if (typed.size > 0) set(new Map());
};

/**
 * Stores those that `entry` refers to, and forgets each that is stored. One that somebody else set meanwhile stays as it
 * is. Returns whether there was any. Throws an ApiProblem.
 */
export async function storeTypedSecrets(entry: unknown, why: string): Promise<boolean> {
  const named = new Set(secretNamesIn(JSON.stringify(entry)));
  const needed = [...typed].filter(([name]) => named.has(name));
  if (needed.length === 0) return false;
  const { secrets } = await answerOf(api.GET('/api/v1/operator/secrets'));
  const stored = new Set(secrets.flatMap(({ name, set_at: at }) => (at === null ? [] : name)));
  for (const [name, value] of needed) {
    if (!stored.has(name))
      await answerOf(
        api.PUT('/api/v1/operator/secrets/{name}', {
          params: { path: { name } },
          body: { value: value.trim(), why },
        }),
      );
    typeSecret(name, '');
  }
  return true;
}

export const useSecrets = (): readonly Secret[] | undefined => useSecretList().data?.secrets;

export const hasValue = ({ set_at: at, own }: Secret): boolean => at !== null || own.length > 0;

/** Headers that say who calls: their values are secrets. */
export const SAYS_WHO =
  /(?<!idempotency-)(?:authorization|auth|key|token|secret|password|credentials?|signature)$/i;
const SCHEME = /^(?:(?:Bearer|Basic|Token|ApiKey) +)?/i;

/** What is readable of a value that says who calls: what follows the scheme and the secrets. Empty: nothing. */
export function openPart(value: string): string {
  const from = secretNamesIn(value).length > 0 ? value.lastIndexOf('}') + 1 : SCHEME.exec(value)?.[0].length;
  return value.slice(from).trimStart();
}

interface Checked {
  readonly entry: Group;
  /** As it was read. What stood in it before is not refused. */
  readonly read: Group;
  readonly fields: readonly FormField[];
  readonly typed: ReadonlyMap<string, string>;
  /** Undefined: not read, or not open to this person. */
  readonly secrets: readonly Secret[] | undefined;
  /** Whether this person may type the values of secrets. */
  readonly maySet: boolean;
}

/** Why an entry isn't saved: a secret that everybody could read, or one that nobody has. */
export function secretFaults({ entry, read, fields, typed, secrets, maySet }: Checked): FieldFault[] {
  const isLacking = (name: string): boolean =>
    maySet &&
    secrets !== undefined &&
    !secrets.some((secret) => secret.name === name && hasValue(secret)) &&
    (typed.get(name) ?? '').trim() === '';
  const lackedIn = (path: string, text: string, before: string): FieldFault[] =>
    (text === before ? [] : secretNamesIn(text))
      .filter(isLacking)
      .map((name) => ({ path, message: `Type the value of the secret ${name}.` }));
  const inHeaders = (path: string, now: Group, before: Group): FieldFault[] =>
    Object.entries(now).flatMap(([name, each]) => {
      const at = `${path}.${name}`;
      const text = asText(each);
      const isOpen = SAYS_WHO.test(name) && openPart(text) !== '' && each !== before[name];
      return isOpen
        ? [
            {
              path: at,
              message: `Everyone who can read the catalogue could read ${name}. Store it as a secret.`,
            },
          ]
        : lackedIn(at, text, asText(before[name]));
    });
  const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(asText);
  const inSecret = (path: string, value: unknown, before: unknown): FieldFault[] =>
    textsOf(value).flatMap((text, at) => {
      const isNamed = text === '' || secretNamesIn(text).length === 1;
      return isNamed
        ? lackedIn(path, text, textsOf(before)[at] ?? '')
        : [{ path, message: 'Give the secret a name: letters, digits and _. Its value is typed below.' }];
    });
  const inFields = (own: readonly FormField[], base: string, now: Group, before: Group): FieldFault[] =>
    own.flatMap((field) => {
      const path = base === '' ? field.key : `${base}.${field.key}`;
      const value = now[field.key];
      const old = before[field.key];
      switch (field.kind) {
        case 'headers':
          return inHeaders(path, asGroup(value), asGroup(old));
        case 'secret':
          return inSecret(path, value, old);
        case 'group':
          return inFields(field.fields ?? [], path, asGroup(value), asGroup(old));
        case 'rows':
          return asList(value).flatMap((row, at) =>
            inFields(field.fields ?? [], `${path}[${at}]`, asGroup(row), asGroup(asList(old)[at])),
          );
        default:
          return [];
      }
    });
  return inFields(fields, '', entry, read);
}
