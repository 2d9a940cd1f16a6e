import type { JsonSchema } from '../../http/openapi/json-schema.js';

/** A parameter of a route: how it is read, and what the API's description says about it. */
export interface Parameter<Value = unknown, Required extends boolean = boolean> {
  readonly in: 'path' | 'query';
  readonly required: Required;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string | number;
  /** The end of the sentence "NAME must be …". */
  readonly expected: string;
  /** May be sent several times; the value is then a list. */
  readonly repeated?: true;
  /** The value of a text. Undefined: the text is not as expected. */
  readonly read: (text: string) => Value | undefined;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** The values of a route's parameters, by name. Optional ones may be absent. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P as P[Name] extends Parameter<unknown, true> ? Name : never]: Value<P[Name]>;
} & {
  readonly [Name in keyof P as P[Name] extends Parameter<unknown, true> ? never : Name]?: Value<P[Name]>;
};

type Value<P> =
  P extends Parameter<infer V> ? (P extends { readonly repeated: true } ? readonly V[] : V) : never;
