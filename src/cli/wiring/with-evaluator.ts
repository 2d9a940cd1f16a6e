import type { MappingEvaluator } from '../../app/ports/mapping-evaluator.js';
import { createEvaluatorPool } from '../../platform/mapping/evaluator-pool.js';

/** You may wait longer for one mapping at the terminal than a worker does. */
const LIMIT_MS = 1_000;

/** Runs `use` with the processes that evaluate mappings, and ends them. */
export async function withEvaluator<T>(use: (evaluator: MappingEvaluator) => Promise<T>): Promise<T> {
  const evaluator = createEvaluatorPool({ limitMs: LIMIT_MS });
  try {
    return await use(evaluator);
  } finally {
    await evaluator.close();
  }
}
