import { compact } from '../../core/catalogue/compact.js';
import { isSameMark, readNumber, type Mark, type MarkName } from '../../core/money/marks.js';
import type { PeriodNames } from '../../core/money/period-names.js';
import { partyByHandle } from '../../core/money/statement.js';
import { dayOf } from '../../core/reports/calendar.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { BookStore } from '../ports/book-store.js';
import type { MarkStore } from '../ports/mark-store.js';
import type { PeriodStore } from '../ports/period-store.js';

export interface MarkPorts {
  readonly marks: Pick<MarkStore, 'set' | 'unset'>;
  readonly periods: Pick<PeriodStore, 'names'>;
  readonly books: Pick<BookStore, 'head'>;
  readonly clock: () => Date;
}

interface Asked {
  readonly mark: MarkName;
  /** Of closed months' statements. */
  readonly numbers: readonly string[];
}

export interface MarkRequest extends Asked {
  /** The day on which it was sent or paid. Absent: today. */
  readonly on?: string;
  readonly reference?: string;
  readonly by: string;
}

/** How many statements changed, and a sentence about all of them. */
export interface Marked {
  readonly changed: number;
  readonly sentence: string;
}

/**
 * Marks statements as sent or paid, with entries in the audit log. A mark that is set stays as it is: asked again it
 * changes nothing, and another one is refused. Throws ActRefused if a number is none of a closed month's statement, before
 * anything is marked, or if no statement could be marked.
 */
export function markStatements(ports: MarkPorts, audit: AuditPorts, request: MarkRequest): Promise<Marked> {
  const { mark, on, reference } = request;
  const facts = compact({ mark, on, reference });
  return audited(
    audit,
    { action: 'statement.mark', on: { kind: 'statement', ids: request.numbers }, facts },
    () => setMarks(ports, request),
    ({ changed }) => ({ result: changed === 0 ? 'nothing' : 'done' }),
  );
}

async function setMarks(ports: MarkPorts, request: MarkRequest): Promise<Marked> {
  const { mark: name, numbers, on, reference, by } = request;
  const { time_zone = 'UTC' } = await ports.books.head();
  const at = ports.clock();
  const today = dayOf(at, time_zone);
  if (on !== undefined && on > today)
    throw new ActRefused('invalid', `The day ${on} has not come yet in ${time_zone}`, 'on');
  const statements = await checked(ports, numbers);
  const wanted: Mark = compact({ on: on ?? today, at, by, reference });
  let changed = 0;
  const others: string[] = [];
  for (const statement of statements) {
    const there = await ports.marks.set(statement, name, wanted);
    if (there === wanted) changed += 1;
    else if (!isSameMark(there, compact({ on, reference })))
      others.push(
        `${statement.number} is already marked ${name} on ${said(there)}. Take that mark back first`,
      );
  }
  if (changed === 0 && others.length > 0) throw new ActRefused('conflict', others.join('. '));
  const same = numbers.length - changed - others.length;
  return {
    changed,
    sentence: [
      changed === 0 ? 'Nothing changed' : `Marked ${counted(changed)} as ${name}`,
      ...(same === 0 ? [] : [`${counted(same)} had this mark before`]),
      ...others,
      '',
    ]
      .join('. ')
      .trimEnd(),
  };
}

/** Takes a mark back, with entries in the audit log. What has none stays as it is. */
export function unmarkStatements(
  ports: MarkPorts,
  audit: AuditPorts,
  { mark, numbers, why }: Asked & { readonly why: string },
): Promise<Marked> {
  return audited(
    audit,
    { action: 'statement.unmark', on: { kind: 'statement', ids: numbers }, why, facts: { mark } },
    async () => {
      let changed = 0;
      for (const { number } of await checked(ports, numbers))
        if (await ports.marks.unset(number, mark)) changed += 1;
      const none = numbers.length - changed;
      const taken = changed === 0 ? 'Nothing changed.' : `Took the mark ${mark} of ${counted(changed)} back.`;
      return { changed, sentence: none === 0 ? taken : `${taken} ${counted(none)} had no such mark.` };
    },
    ({ changed }) => ({ result: changed === 0 ? 'nothing' : 'done' }),
  );
}

const counted = (count: number): string => (count === 1 ? '1 statement' : `${count} statements`);

const said = ({ on, by, reference }: Mark): string =>
  `${on} by ${by}${reference === undefined ? '' : ` (reference ${reference})`}`;

/** Each is a statement of a closed month. Throws ActRefused for the first one that is not. */
async function checked({ periods }: MarkPorts, numbers: readonly string[]) {
  const statements: { number: string; month: string }[] = [];
  const ofMonths = new Map<string, PeriodNames | null>();
  for (const number of new Set(numbers)) {
    const read = readNumber(number);
    if (read && !ofMonths.has(read.month)) ofMonths.set(read.month, await periods.names(read.month));
    const names = read && ofMonths.get(read.month);
    if (!read || !names || !partyByHandle(names, read.kind, read.handle))
      throw new ActRefused(
        'unknown',
        `No closed month has a statement ${number}; nothing was marked`,
        'numbers',
      );
    statements.push({ number, month: read.month });
  }
  return statements;
}
