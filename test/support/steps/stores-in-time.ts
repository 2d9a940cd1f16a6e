import { memoryBoundKeyStore } from '../fakes/memory-bound-key-store.js';
import { memoryBookStore } from '../fakes/memory-book-store.js';
import { memoryClaimStore } from '../fakes/memory-claim-store.js';
import { memoryConsentStore } from '../fakes/memory-consent-store.js';
import { memoryLeadStore } from '../fakes/memory-lead-store.js';
import { memoryNewsStore } from '../fakes/memory-news-store.js';
import { memoryReturnStore, salesIn } from '../fakes/memory-return-store.js';
import { memorySearchStore } from '../fakes/memory-search-store.js';

/** What MongoDB holds in a simulated world. */
export function storesInTime() {
  const books = memoryBookStore();
  const leads = memoryLeadStore();
  return {
    searches: memorySearchStore(),
    leads,
    news: memoryNewsStore(leads.all),
    consents: memoryConsentStore(),
    boundKeys: memoryBoundKeyStore(),
    claims: memoryClaimStore(),
    books,
    returns: memoryReturnStore(() => salesIn(books)),
  };
}
