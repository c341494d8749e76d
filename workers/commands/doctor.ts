import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { diagnose } from "./doctor-report";

for (const file of [".env", ".dev.vars"]) if (existsSync(file)) loadEnvFile(file);
const { lines, failed } = await diagnose(process.env);
for (const line of lines) console.log(line);
// Lines to servers that were given up must not keep the shell waiting.
process.exit(failed ? 1 : 0);
