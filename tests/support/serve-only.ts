import { whenOrphaned } from "../../workers/commands/parents";
import { serve, tieTo } from "../../workers/commands/serve";
import { readLocalRun } from "../../workers/commands/settings-from-shell";

// `npm start` without its build and its tables: what was made last, by the same processes.
whenOrphaned(() => process.exit(1));
tieTo(await serve(readLocalRun(), () => {}));
console.log("up");
