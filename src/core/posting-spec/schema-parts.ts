/** JSON Schema 2020-12, as strict validators take it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Names under `$defs` of each schema. `null` and blank text count as not sent. */
export const DEFS: JsonSchema = {
  not_sent: { anyOf: [{ type: 'null' }, { type: 'string', pattern: '^\\s*$' }] },
  sent: { not: { $ref: '#/$defs/not_sent' } },
};
export const SENT: JsonSchema = { $ref: '#/$defs/sent' };
export const NOT_SENT: JsonSchema = { $ref: '#/$defs/not_sent' };

/** A text that is matched by the pattern after trimming. */
export const trimmed = (pattern: string): JsonSchema => ({
  type: 'string',
  pattern: `^\\s*(?:${pattern})\\s*$`,
});

/** The text with every character that means something in a pattern escaped. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, (char) => (char === '-' ? '-' : `\\${char}`));

/** One of these texts, after trimming. */
export const oneOfTexts = (values: readonly string[]): JsonSchema => trimmed(values.map(escaped).join('|'));

/** A UUID in any case. */
export const thisId = (id: string): JsonSchema =>
  trimmed(id.replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`));

export const either = (forms: readonly JsonSchema[]): JsonSchema =>
  forms.length === 1 ? { ...forms[0] } : { anyOf: forms };

/** One of the forms, or not sent. */
export const optional = (forms: readonly JsonSchema[]): JsonSchema => ({ anyOf: [...forms, NOT_SENT] });

/** An object that has this member, as the schema says. */
export const having = (name: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});
