/** One step of an answer to `why?`: a sentence, perhaps an equation, and the clauses behind it. */
export interface WhyStep {
  text: string;
  equation?: string;
  clauses: readonly string[];
}
