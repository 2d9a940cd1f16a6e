import { MEMORY_STORES } from '../../support/memory-stores.js';
import { claimsAreKept } from './claims-kept.js';

claimsAreKept(MEMORY_STORES);
