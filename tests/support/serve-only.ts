import { onParentExit } from "../../workers/commands/on-parent-exit";
import { exitTogether, serve } from "../../workers/commands/serve";
import { readLocalRun } from "../../workers/commands/settings-from-shell";

// `npm start` without its build and its tables: what was made last, by the same processes.
onParentExit(() => process.exit(1));
exitTogether(await serve(readLocalRun(), () => {}));
console.log("up");
