import { execFileSync, spawn } from "node:child_process";

/** The newest commit that others have too: what came after it, and what is not committed, changed. */
function base(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    return git("merge-base", "HEAD", "@{upstream}");
  } catch {
    return "HEAD";
  }
}

/** Runs a command; what it printed is shown once it has ended, so that nothing mixes. */
function run(name: string, command: string[]): Promise<boolean> {
  const [program = "", ...args] = command;
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      if (code !== 0) console.log(output);
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}, ${seconds} s`);
      resolve(code === 0);
    });
  });
}

const relatedTests = ["npx", "vitest", "run", "--project", "unit*", "--changed", base()];
type Step = [name: string, command: string[]];
const script = (name: string): Step => [name, ["npm", "run", "--silent", name]];

/** Runs all of them, one after the other: each says what is wrong, whatever the ones before said. */
async function inTurn(...steps: Step[]): Promise<boolean> {
  let isGood = true;
  for (const [name, command] of steps) isGood = (await run(name, command)) && isGood;
  return isGood;
}

// Two at a time, which is what two cores do.
const results = await Promise.all([
  inTurn(script("types"), script("lint:unused")),
  inTurn(script("lint:imports"), script("lint:style"), [
    "tests of what changed",
    [...relatedTests, "--passWithNoTests"],
  ]),
]);
process.exit(results.every(Boolean) ? 0 : 1);
