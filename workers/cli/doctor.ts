import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";
import { diagnose } from "./doctor-report";

const { values } = parseArgs({ options: { url: { type: "string" } } });
for (const file of [".env", ".dev.vars"]) if (existsSync(file)) loadEnvFile(file);
const { lines, failed } = await diagnose(process.env, { portalUrl: values.url });
for (const line of lines) console.log(line);
// Open connections to servers that timed out would keep the process running.
process.exit(failed ? 1 : 0);
