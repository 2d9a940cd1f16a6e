/** The ids of rollups. Those of one kind sort by time. */
export const quarterId = (start: Date): string => `quarter|${start.toISOString().slice(0, 16)}`;
export const dayId = (zone: string, day: string): string => `day|${zone}|${day}`;
export const moneyId = (day: string): string => `money|${day}`;
/** The stages of the sales of a day. */
export const stagesId = (day: string): string => `stages|${day}`;

/** The start of the quarter with this id. */
export const quarterWithId = (id: string): Date => new Date(`${id.slice('quarter|'.length)}:00.000Z`);

/** The day in the id of a day or of its money. */
export const dayWithId = (id: string): string => id.slice(id.lastIndexOf('|') + 1);

/** The time zone in the id of a day. */
export const zoneWithId = (id: string): string => id.slice('day|'.length, id.lastIndexOf('|'));
