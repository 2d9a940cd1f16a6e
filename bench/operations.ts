import { OFFER_COUNT } from './catalogue.js';
import {
  dupeCheckRequest,
  resultsRequest,
  searchRequest,
  submitRequest,
  type BenchRequest,
} from './requests.js';
import { keepFresh, type Side } from './side.js';

export interface Operation {
  readonly name: 'search' | 'results' | 'submit' | 'dupe-check';
  /** Which searches it needs from the side's stock: some to read, or one per request. */
  readonly stock: 'none' | 'some' | 'one each';
  readonly next: (side: Side) => BenchRequest;
  /** Whether this is the answer to measure, and not a cheaper one. */
  readonly isExpected: (answer: Answer) => boolean;
  readonly after?: (side: Side, answers: readonly string[]) => void;
}

/** The members that are checked. */
export interface Answer {
  readonly code?: string;
  readonly processing_done?: boolean;
  readonly offers?: readonly unknown[];
  readonly duplicate_likely?: boolean;
}

const hasAllOffers = ({ processing_done, offers }: Answer): boolean =>
  processing_done === true && offers?.length === OFFER_COUNT;

let asked = 0;

/** In this order, since the later operations need the searches of the earlier ones. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'search',
    stock: 'none',
    next: searchRequest,
    isExpected: hasAllOffers,
    after: keepFresh,
  },
  {
    name: 'results',
    stock: 'some',
    next({ stock }) {
      asked += 1;
      return resultsRequest(stock[asked % stock.length]?.search_id ?? '');
    },
    isExpected: hasAllOffers,
  },
  {
    name: 'submit',
    stock: 'one each',
    next({ name, stock }) {
      const fresh = stock.pop();
      if (!fresh) throw new Error(`${name}: the stock of fresh results is used up`);
      return submitRequest(fresh);
    },
    isExpected: ({ code }) => code === 'ACCEPTED',
  },
  {
    name: 'dupe-check',
    stock: 'none',
    next: dupeCheckRequest,
    isExpected: ({ duplicate_likely }) => duplicate_likely === false,
  },
];
