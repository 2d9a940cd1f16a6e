import { personHider, type Told } from '../delivery/without-person.js';

/** The whole word around an `@`, without what ends its sentence. It reads each word once, however long it is. */
const ADDRESS = /(?<!\S)[^\s@]*@(?:\S*[^\s.,;:!?)])?/gu;
/** Telephone numbers and dates, also grouped, and longer numbers such as zip codes. A year stays. */
const NUMBER = /\(?\+?\d(?:[\s().\p{Pd}/]{0,3}\d){6,}|\d{5,}/gu;

/**
 * Masks the person in a text that others wrote: the values that are known of them, and any e-mail address or longer number.
 * Every other word stays as it was shown.
 */
export function maskWords(told: Told): (text: string) => string {
  const hide = personHider(told);
  return (text) => {
    const rest = hide ? hide(text, '•••') : text;
    return rest.replace(ADDRESS, '•••').replace(NUMBER, '•••');
  };
}
