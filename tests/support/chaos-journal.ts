import { type Answer, findUnclear, readAnswer } from "./chaos-answers";
import { pageText } from "./page-parts";

/** Somebody tries a step again this often at most. Two outages in a row take some 60 tries. */
export const MAX_TRIES = 250;
/** The steps of staff begin with it. */
export const STAFF = "staff, ";

/** What happened to everybody so far. */
export interface Journal {
  /** Called before each request, with its number. */
  onRequest: (number: number) => void;
  /** Waits until somebody may answer again. */
  waitForAnswers: () => Promise<void>;
  requests: number;
  /** Answers by status, and lost connections as `none`. */
  statuses: Map<string, number>;
  /** Answers that nobody understands. */
  unclear: string[];
}

export const openJournal = (hooks: Pick<Journal, "onRequest" | "waitForAnswers">): Journal => ({
  ...hooks,
  requests: 0,
  statuses: new Map(),
  unclear: [],
});

function describe({ status, location, isHtml, body }: Answer): string {
  const text = isHtml ? pageText(body) : body;
  return `${status} ${location} ${text.slice(0, 600)}`;
}

/** Makes one request and judges its answer. @returns undefined where there is none. */
export async function ask(
  journal: Journal,
  step: string,
  attempt: () => Promise<Response>,
): Promise<Answer | undefined> {
  journal.requests += 1;
  journal.onRequest(journal.requests);
  // Nobody answers while the workers start again.
  const answer = await attempt()
    .then(readAnswer)
    .catch(() => undefined);
  const status = answer ? String(answer.status) : "none";
  journal.statuses.set(status, (journal.statuses.get(status) ?? 0) + 1);
  if (!answer) {
    await journal.waitForAnswers();
    return undefined;
  }
  const problem = findUnclear(answer, step.startsWith(STAFF) ? "staff" : "artist");
  if (problem) journal.unclear.push(`${step}: ${problem}: ${describe(answer)}`);
  return answer;
}

/**
 * Repeats a step until it has worked, as its answer asks for.
 * @throws when it never works.
 */
export async function insist(
  journal: Journal,
  step: string,
  attempt: () => Promise<Response>,
  isDone: (answer: Answer) => boolean,
): Promise<Answer> {
  let lastAnswer: Answer | undefined;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await ask(journal, step, attempt);
    if (answer && isDone(answer)) return answer;
    lastAnswer = answer ?? lastAnswer;
  }
  const last = lastAnswer ? describe(lastAnswer) : "none";
  throw new Error(`${step} has not worked in ${MAX_TRIES} tries; the last answer: ${last}`);
}
