/** The ledger's name of a lead in one of its rounds. */
export const reservationIdOf = (lead: string, round: number): string => `${lead}:${round}`;

/** The lead and round that a member names; null when it is none of ours. */
export function parseReservationId(reservationId: string): { lead_id: string; round: number } | null {
  const colon = reservationId.lastIndexOf(':');
  const round = Number(reservationId.slice(colon + 1));
  if (colon < 1 || !Number.isSafeInteger(round)) return null;
  return { lead_id: reservationId.slice(0, colon), round };
}
