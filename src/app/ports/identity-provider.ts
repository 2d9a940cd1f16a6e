/** A person as the identity provider named them. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  /** Null: the provider did not confirm an address. */
  readonly email: string | null;
  /** The value of the claim that gives roles. */
  readonly roleClaim: unknown;
}

/** What the browser's sign-in must come back with. It is kept on the server. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The provider's answer does not end in a sign-in. `cancelled`: the person went back. `refused`: it can't be trusted. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  constructor(
    readonly why: 'cancelled' | 'refused',
    /** For the log. It holds nothing of the person. */
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Sign-in at an identity provider with OpenID Connect. Throws an OutageError while the provider does not answer. */
export interface IdentityProvider {
  /** The provider's page, and the checks for its answer. */
  begin(callbackUrl: string): Promise<{ readonly url: string; readonly checks: ProviderChecks }>;
  /** `calledUrl`: the callback's address as it was called. Throws ProviderRefused. */
  finish(calledUrl: URL, checks: ProviderChecks): Promise<ProvidedIdentity>;
}

/** A sign-in at the provider that has begun in some browser. */
export interface BegunSignIn {
  readonly checks: ProviderChecks;
  /** The token of an invitation that it accepts. */
  readonly invitation?: string;
  /** The session that the browser had then. On the way back from another site, it does not send its cookie. */
  readonly earlier?: { readonly id: string; readonly person: string };
}

/** Sign-ins that have begun, for ten minutes. Throws on an outage. */
export interface BegunSignIns {
  /** Returns the key that the browser keeps. */
  keep(begun: BegunSignIn): Promise<string>;
  /** Null: unknown, too old, or taken before. */
  take(key: string): Promise<BegunSignIn | null>;
}
