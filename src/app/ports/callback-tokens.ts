/**
 * The lead and the submission number that a token was issued for. A callback for an earlier
 * submission decides nothing.
 */
export interface CalledLead {
  readonly id: string;
  readonly submission: number;
  /** Only a lead that was received before this can have such a token: its secret was replaced then. */
  readonly made_before?: Date;
}

export interface CallbackTokens {
  tokenOf(lead: CalledLead): string;
  /** Undefined: not one of our tokens. Takes the same time for every kind of wrong token. */
  leadOf(token: string): CalledLead | undefined;
  /** The URL at which the buyer of this lead calls back. Undefined without the setting PUBLIC_URL. */
  urlOf(lead: CalledLead): string | undefined;
}
