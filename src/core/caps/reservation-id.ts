/** The ledger's name of a lead in one of its rounds. */
export const memberOf = (lead: string, round: number): string => `${lead}:${round}`;

/** The lead and round that a member names; null when it is none of ours. */
export function parseMember(member: string): { lead_id: string; round: number } | null {
  const colon = member.lastIndexOf(':');
  const round = Number(member.slice(colon + 1));
  if (colon < 1 || !Number.isSafeInteger(round)) return null;
  return { lead_id: member.slice(0, colon), round };
}
