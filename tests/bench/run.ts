import { parseArgs } from "node:util";
import { stopWith } from "../../workers/commands/settings-from-shell";
import { benchPages } from "./pages";
import { benchUpload } from "./upload";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) stopWith("--runs takes a whole number from 1 on.");

const benches: Record<string, () => Promise<boolean>> = {
  upload: () => benchUpload(runs),
  pages: benchPages,
};
const names = Object.keys(benches);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown) stopWith(`There is no benchmark "${unknown}"; there are: ${names.join(", ")}.`);

let passed = true;
try {
  for (const name of positionals.length > 0 ? positionals : names)
    passed = (await benches[name]?.()) !== false && passed;
} catch (error) {
  stopWith(error instanceof Error ? error.message : String(error));
}
process.exit(passed ? 0 : 1);
