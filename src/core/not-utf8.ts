/** What programs write for bytes that are not UTF-8. What stood there is lost. */
const REPLACED = '\ufffd';

/** Whether a text was read from bytes in another encoding than UTF-8. UTF-16 has a zero byte in each common character. */
export const isNotUtf8 = (text: string): boolean => text.includes(REPLACED) || text.includes('\0');

/** What is wrong with such a text, and what helps. */
export const NOT_UTF8 = 'is not UTF-8 text: save the file as CSV UTF-8';
