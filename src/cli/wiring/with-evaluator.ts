import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import { createEvaluatorPool } from '../../platform/mapping/evaluator-pool.js';

/** The time limit for one mapping. It is longer than a worker's, because a person waits for one result. */
const LIMIT_MS = 1_000;

/** Runs `use` with the processes that evaluate mappings, and then ends the processes. */
export async function withEvaluator<T>(use: (evaluator: MappingEvaluator) => Promise<T>): Promise<T> {
  const evaluator = createEvaluatorPool({ limitMs: LIMIT_MS });
  try {
    return await use(evaluator);
  } finally {
    await evaluator.close();
  }
}
