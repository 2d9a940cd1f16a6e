/** Whom a folder must let in, as a sentence about its rights names them. */
export const thisUser = (): string => `the user ${process.getuid?.() ?? 'of this process'}`;
