/** The round of a lead that a token was given out for: an answer to an earlier round decides nothing. */
export interface CalledLead {
  readonly id: string;
  readonly round: number;
}

export interface CallbackTokens {
  tokenOf(lead: CalledLead): string;
  /** undefined: not a token of ours. Takes the same time whatever is wrong with it. */
  leadOf(token: string): CalledLead | undefined;
  /** Where the buyer of this lead calls back; undefined without the setting PUBLIC_URL. */
  urlOf(lead: CalledLead): string | undefined;
}
