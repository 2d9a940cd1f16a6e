import type { AnswerRule, Offer } from '../../core/catalogue/types.js';
import { patternProblem } from '../../core/patterns/linear-pattern.js';
import { regexIssues } from './expression-issues.js';

type Patterned = Pick<Offer, 'handle' | 'status' | 'questions' | 'delivery' | 'partner' | 'verify'>;

/**
 * The regular expressions of stored offers that this release can't run, as messages. `apply` refuses such patterns,
 * so they come from earlier releases. Leadkeep does not guess their meaning: such a question accepts no answer, and
 * such a mapping fails.
 */
export const unrunnablePatterns = (offers: Iterable<Patterned>): string[] =>
  [...offers]
    .filter(({ status }) => status !== 'retired')
    .flatMap((offer) => problemsOf(offer).map((problem) => `offer ${offer.handle}: ${problem}`));

function problemsOf({ questions, delivery, partner, verify = [] }: Patterned): string[] {
  const asked = questions.flatMap(({ name, pattern }) => {
    const problem = pattern === undefined ? undefined : patternProblem(pattern);
    return problem === undefined ? [] : [`the pattern of question "${name}" ${problem}`];
  });
  const sources = [
    delivery.body,
    ...expressionsOf(delivery.answers),
    ...expressionsOf(delivery.follow_up?.answers),
    partner?.search.body,
    partner?.search.results,
    ...verify.flatMap(({ body, answers }) => [body, ...expressionsOf(answers)]),
  ].flatMap((source) => source ?? []);
  const mapped = sources.flatMap(regexIssues).map(({ problem }) => `a mapping ${problem}`);
  return [...new Set([...asked, ...mapped])];
}

type Rules = readonly Pick<AnswerRule, 'when' | 'reference' | 'reason' | 'price'>[];

const expressionsOf = (rules: Rules = []) =>
  rules.flatMap(({ when, reference, reason, price }) => [when, reference, reason, price]);
