import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { diagnose } from "./doctor-report";

for (const file of [".env", ".dev.vars"]) if (existsSync(file)) loadEnvFile(file);
const { lines, failed } = await diagnose(process.env);
for (const line of lines) console.log(line);
// Open connections to servers that timed out would keep the process running.
process.exit(failed ? 1 : 0);
