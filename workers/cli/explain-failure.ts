/** A cause that a failed step of a deployment may have, and what to do about it. */
interface KnownCause {
  pattern: RegExp;
  cause: string;
  advice: string;
}

/** By the words and codes of Cloudflare's answers; the first that matches counts. */
const KNOWN_CAUSES: readonly KnownCause[] = [
  {
    pattern:
      /\[code: (?:9109|10000|10002|10003)\]|Invalid access token|Invalid API Token|not logged in|You are not authenticated/i,
    cause:
      "Cloudflare does not take the API token: it has ended, is misspelt, or lacks this right.",
    advice:
      "Make a token with the rights in docs/operations/before-you-begin.md and set CLOUDFLARE_API_TOKEN.",
  },
  {
    pattern: /\[code: 10006\]/,
    cause: "A bucket that it needs is not in this account.",
    advice: "Look at the account and the names of buckets in wrangler.toml, and make the bucket.",
  },
  {
    pattern: /\[code: 10042\]|enable R2/i,
    cause: "R2 is not switched on for this account.",
    advice: "Open R2 once in Cloudflare's dashboard and accept its terms.",
  },
  {
    pattern: /\[code: 10023\]|paid plan|Workers Paid|upgrade your plan/i,
    cause: "The account's plan does not have this.",
    advice: "Choose the Workers Paid plan in Cloudflare's dashboard.",
  },
  {
    pattern: /could not find zone|\[code: 10082\]|zone.*not found/i,
    cause: "The domain of PUBLIC_URL is not in this account.",
    advice: "Add the domain to the account in Cloudflare's dashboard, or correct PUBLIC_URL.",
  },
  {
    pattern: /fetch failed|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|network/i,
    cause: "Cloudflare could not be reached.",
    advice: "Look at this machine's connection, and at HTTPS_PROXY if your network has one.",
  },
  {
    pattern: /\b429\b|\[code: (?:971|10058)\]|rate limit/i,
    cause: "Cloudflare took too many calls from this account.",
    advice: "Wait five minutes.",
  },
  {
    pattern: /\b50\d\b|\[code: (?:10013|7010|10001|10043)\]|internal (?:server )?error/i,
    cause: "Cloudflare had an error of its own.",
    advice: "Look at cloudflarestatus.com and wait some minutes.",
  },
];

export const errorMessage = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

/** A step of a deployment failed; its message is for the person at the terminal. */
export class DeployError extends Error {}

interface Step {
  /** What it is a step of: "deployment". */
  of?: string;
  /** What it does, after "could not": "create the database". */
  task: string;
  /** What runs and holds now that it failed. */
  state: string;
}

/** What follows wrangler's mark of an error; before it stands what went well, such as its list of bindings. */
function errorPart(text: string): string {
  const start = text.indexOf("ERROR");
  return start === -1 ? text : text.slice(start);
}

/** After the tool's own words, so that it is the last on a terminal. One sentence each: what happened, what to do, and that running it again goes on. */
export function explainFailure({ of = "deployment", task, state }: Step, text: string): string {
  const known = KNOWN_CAUSES.find(({ pattern }) => pattern.test(errorPart(text)));
  const cause = known?.cause ?? "The reason is above.";
  const advice = known?.advice ?? "Mend what it names.";
  return `${text}\n\nThe ${of} could not ${task}. ${cause} ${advice} ${state} Then run the same command again: it goes on where it stopped.`;
}

/** Runs a step. @throws DeployError that explains its failure. */
export async function runStep<T>(step: Step, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const text = errorMessage(error);
    throw new DeployError(explainFailure(step, text));
  }
}
