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
  /** The least that ours ÷ bare should be. */
  readonly aim?: number;
  /** What it needs of the side's stock of searches: some to read, or one for each request. */
  readonly stock: 'none' | 'some' | 'one each';
  readonly next: (side: Side) => BenchRequest;
  /** Whether this is the answer that is measured, not a cheaper one. */
  readonly isExpected: (answer: Answer) => boolean;
  readonly after?: (side: Side, answers: readonly string[]) => void;
}

/** The members that are looked at. */
export interface Answer {
  readonly code?: string;
  readonly processing_done?: boolean;
  readonly offers?: readonly unknown[];
  readonly duplicate_likely?: boolean;
}

const hasAllOffers = ({ processing_done, offers }: Answer): boolean =>
  processing_done === true && offers?.length === OFFER_COUNT;

let asked = 0;

/** In this order: what the searches leave is the stock that the others need. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'search',
    aim: 0.8,
    stock: 'none',
    next: searchRequest,
    isExpected: hasAllOffers,
    after: keepFresh,
  },
  {
    name: 'results',
    aim: 0.7,
    stock: 'some',
    next({ stock }) {
      asked += 1;
      return resultsRequest(stock[asked % stock.length]?.search_id ?? '');
    },
    isExpected: hasAllOffers,
  },
  {
    name: 'submit',
    aim: 0.8,
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
