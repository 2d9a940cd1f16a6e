const ID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

/**
 * An answer's text without the ids and times in it: digits that must not be told are searched for in the rest, since
 * one random id in some thousands has any four digits.
 */
export const redactIds = (text: string): string => text.replaceAll(ID, 'an id').replaceAll(TIME, 'a time');
